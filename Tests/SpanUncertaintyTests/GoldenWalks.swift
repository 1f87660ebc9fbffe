import SpanGeometry
import SpanUncertainty

// The numbers come from an independent calculation, which was checked by simulation. Points are named by index: taps
// first, then given points.

extension Golden {
  static let walks: [Golden] = [
    Golden(
      "Ring of taps in one pose, profile webxr: perimeter, area, angle, polyline, distance",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([1, 0, 0, 0, 0, 0.707106781, -0.707106781, 0, 0, 0.707106781, 0.707106781, 0, 0, 1.5, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(300, 260)), pointing: .crosshair),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([1, 0, 0, 0, 0, 0.707106781, -0.707106781, 0, 0, 0.707106781, 0.707106781, 0, 0, 1.5, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(640, 250)), pointing: .crosshair),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([1, 0, 0, 0, 0, 0.707106781, -0.707106781, 0, 0, 0.707106781, 0.707106781, 0, 0, 1.5, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(700, 520)), pointing: .crosshair),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([1, 0, 0, 0, 0, 0.707106781, -0.707106781, 0, 0, 0.707106781, 0.707106781, 0, 0, 1.5, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(260, 540)), pointing: .crosshair),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)])
        ], sigmas: Sigmas(profile: "webxr", overrides: [:])),
      [
        Expected(
          .perimeter, [0, 1, 2, 3], value: 3.9625899055, standard: 0.14869556495888522, expanded: 0.31214861062588,
          low: 3.656642684349419, high: 4.282002962484874, factor: 2.0992462734997512,
          degreesOfFreedom: 18.202707428104553, kappa: 0.010833941027721651,
          budget: [
            .tap: 0.02035055296060122, .posePosition: 0.03962589905462365, .poseRotation: 0.03561165820031068,
            .jitter: 0.02873142239964657, .intrinsics: 0.026704195050339958, .plane: 0.055812236001266995,
            .definition: 0.008485288852584878, .scale: 0.11887769716387095,
          ]),
        Expected(
          .area, [0, 1, 2, 3], value: 0.9803947234, standard: 0.07356273546851558, expanded: 0.15443443830172376,
          low: 0.8293763405352985, high: 1.1384234150843222, factor: 2.0993569273646817,
          degreesOfFreedom: 18.18917216544789, kappa: 0.010833941027721651,
          budget: [
            .tap: 0.01003574391267187, .posePosition: 0.019607894467279646, .poseRotation: 0.017608352532160778,
            .jitter: 0.014196649002573667, .intrinsics: 0.013199030575261875, .plane: 0.027615155383411666,
            .definition: 0.004201686122378289, .scale: 0.058823683401838925,
          ]),
        Expected(
          .angle, [0, 1, 2], value: 86.9200792517, standard: 1.7142141717213422, expanded: 3.579056151624137,
          low: 83.45697339398424, high: 90.63982706100917, factor: 2.0878698885275218,
          degreesOfFreedom: 19.719118471687562, kappa: 0.010833941027721651,
          budget: [
            .tap: 0.9401370070981864, .poseRotation: 0.4749629406207397, .jitter: 1.277871737203506,
            .intrinsics: 0.15786369080014195, .plane: 0.2398925115180205, .definition: 0.33675183025938443,
          ]),
        Expected(
          .polyline, [0, 1, 2, 3], value: 2.9805521427, standard: 0.11163332165765931, expanded: 0.23442265883847413,
          low: 2.750732146462038, high: 3.2204322088661272, factor: 2.0999344582558166,
          degreesOfFreedom: 18.11887512661259, kappa: 0.010833941027721651,
          budget: [
            .tap: 0.016546267104502885, .posePosition: 0.02980552142731096, .poseRotation: 0.024107378160607793,
            .jitter: 0.023419166598916845, .intrinsics: 0.019827842188474432, .plane: 0.04156416015448534,
            .definition: 0.007342224677763638, .scale: 0.08941656428193287,
          ]),
        Expected(
          .distance, [0, 1], value: 1.0385720953, standard: 0.04080198689222377, expanded: 0.08474627019963844,
          low: 0.9553567840984938, high: 1.1252692456071631, factor: 2.077013318579095,
          degreesOfFreedom: 21.440848068657306, kappa: 0.010833941027721651,
          budget: [
            .tap: 0.00889887399940632, .posePosition: 0.010385720953416423, .poseRotation: 0.008277218943508604,
            .jitter: 0.011964511610793314, .intrinsics: 0.008238806904761658, .plane: 0.01446493832304699,
            .definition: 0.004242640687119285, .scale: 0.031157162860249263,
          ]),
      ]),
    Golden(
      "Two poses: the drift line appears, no viewport (angles instead of points), profile arkit",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.977802414, 0, 0.209529089, 0, 0.149093087, 0.702622592, -0.695767738, 0, -0.147219871, 0.711562712,
                  0.687026067, 0, 0, 1.5, 0, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  nil)), Point2(884.0034, 758.8923))),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.948683298, 0, 0.316227766, 0, 0.217642875, 0.72547625, -0.652928625, 0, -0.229415734, 0.688247202,
                  0.688247202, 0, 1.2, 1.55, -0.4, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  nil)), Point2(890.7189, 762.3845))),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)])
        ], sigmas: Sigmas(profile: "arkit", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 1.4866068217, standard: 0.04962549498461641, expanded: 0.086592827959024,
          low: 1.4011404791026933, high: 1.575206281527291, factor: 1.7449262316852905,
          degreesOfFreedom: 16.144432054127705, kappa: 0.012979547873627604,
          budget: [
            .tap: 0.04047948924773338, .posePosition: 0.0010322993180177501, .poseRotation: 0.0011033192893248436,
            .jitter: 0.0063024630008481864, .drift: 0.016176126118253562, .intrinsics: 0.00040692603679138624,
            .plane: 0.0019458679876301838, .definition: 0.004242640687119285, .scale: 0.022299102325144916,
          ])
      ], confidence: 0.9),
    Golden(
      "Ray taps: no intrinsics line",
      Scene(
        aims: [
          Scene.Aim(eye: .ray(origin: Vector3(0, 1.5, 0), direction: Vector3(0.2, -1.5, -1.4)), pointing: .mouse),
          Scene.Aim(eye: .ray(origin: Vector3(1.2, 1.55, -0.4), direction: Vector3(0.4, -1.55, -1.5))),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)])
        ], sigmas: Sigmas(profile: "webxr", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 1.4866068747, standard: 0.062036590652254635, expanded: 0.12867946660830534,
          low: 1.361012952778237, high: 1.6191331800367226, factor: 2.0742511033466773,
          degreesOfFreedom: 21.931061445943836, kappa: 0.013993957669180808,
          budget: [
            .tap: 0.030551844442363942, .posePosition: 0.0019355617169184213, .poseRotation: 0.0019304436738809497,
            .jitter: 0.011864441691975232, .drift: 0.027279572533405017, .plane: 0.0038917369678513843,
            .definition: 0.004242640687119285, .scale: 0.044598206241955526,
          ])
      ]),
    Golden(
      "Distance from a tap snapped to an edge: boundary appears",
      Scene(
        aims: [
          Scene.Aim(eye: .ray(origin: Vector3(-0.3, 1.3, 0.9), direction: Vector3(0.788, -1.3, -0.8))),
          Scene.Aim(eye: .ray(origin: Vector3(-0.3, 1.3, 0.9), direction: Vector3(0, -1.3, -1.15))),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-0.5, -0.5), Point2(0.5, -0.5), Point2(0.5, 0.5), Point2(-0.5, 0.5)])
        ], snap: .standard, sigmas: Sigmas(profile: "arkit-lidar", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 0.8732124598, standard: 0.031947594740331896, expanded: 0.06588580326877666,
          low: 0.8080542068846013, high: 0.9406733976740909, factor: 2.0623087216515814,
          degreesOfFreedom: 24.354777372495036, kappa: 0.01132169919890744,
          budget: [
            .tap: 0.024134186516212644, .posePosition: 0.004612454408215114, .poseRotation: 0.003887896091671899,
            .jitter: 0.002910188392630263, .plane: 0.0010363370241721088, .boundary: 0.018323146698043784,
            .definition: 0.004242640687119285, .scale: 0.0061124872188005434,
          ])
      ]),
    Golden(
      "Distance from a tap snapped to a point: the point is the variable",
      Scene(
        aims: [
          Scene.Aim(eye: .ray(origin: Vector3(-0.3, 1.3, 0.9), direction: Vector3(0.5, -1.3, -0.8))),
          Scene.Aim(eye: .ray(origin: Vector3(-0.3, 1.3, 0.9), direction: Vector3(0, -1.3, -1.15))),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-0.5, -0.5), Point2(0.5, -0.5), Point2(0.5, 0.5), Point2(-0.5, 0.5)])
        ],
        given: [
          GivenPoint(
            position: Vector3(0.21, 0, 0.11),
            covariance: Matrix3(columns: Vector3(4e-06, 0, 0), Vector3(0, 1e-06, 0), Vector3(0, 0, 9e-06)))
        ], snap: .standard, sigmas: Sigmas(profile: "arkit-lidar", overrides: [.definition: 0])),
      [
        Expected(
          .distance, [0, 1], value: 0.6242595614, standard: 0.025323542840372665, expanded: 0.05579304618277417,
          low: 0.5691940100365666, high: 0.681479915794702, factor: 2.2032085531817756,
          degreesOfFreedom: 10.909752822645704, kappa: 0.01132169919890744,
          budget: [
            .tap: 0.023381500959028242, .posePosition: 0.005613033283390286, .poseRotation: 0.004760222589785434,
            .jitter: 0.002816411801546295, .plane: 0.0026438083194736473, .prior: 0.002379667529711461,
            .scale: 0.00436981692980381,
          ])
      ]),
    Golden(
      "U-confidence-0.68: Coverage 0.68",
      Scene(
        aims: [],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(0, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 0))),
          GivenPoint(
            position: Vector3(1.5, 0, 0),
            covariance: Matrix3(columns: Vector3(9.914955198543282e-05, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 0))),
        ], snap: .standard,
        sigmas: Sigmas(
          profile: "generic",
          overrides: [
            .posePosition: 0, .poseRollPitchDegrees: 0, .poseYawDegrees: 0, .jitterPosition: 0,
            .jitterRotationDegrees: 0, .driftAlong: 0, .driftYawDegrees: 0, .scale: 0, .focal: 0, .principalPoint: 0,
            .planeOffset: 0, .planeTiltDegrees: 0, .estimatedOffset: 0, .estimatedOffsetPerMetre: 0,
            .estimatedTiltDegrees: 0, .featureAlong: 0, .featureAlongPerMetre: 0, .boundary: 0, .definition: 0,
          ])),
      [
        Expected(
          .distance, [0, 1], value: 1.5, standard: 0.009957386805052459, expanded: 0.010001659737057713,
          low: 1.4899983402629422, factor: 1.0044462400499286)
      ], confidence: 0.68),
  ]
}
