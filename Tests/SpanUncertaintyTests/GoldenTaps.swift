import SpanGeometry
import SpanUncertainty

// The numbers come from an independent calculation, which was checked by simulation. Points are named by index: taps
// first, then given points.

extension Golden {
  static let taps: [Golden] = [
    Golden(
      "Camera pitched -5 degrees: the range widens with the incidence",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([1, 0, 0, 0, 0, 0.996194698, -0.087155743, 0, 0, 0.087155743, 0.996194698, 0, 0, 1.5, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(480, 360)))
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-100, -100), Point2(100, -100), Point2(100, 100), Point2(-100, 100)])
        ],
        given: [
          GivenPoint(
            position: Vector3(0, 0, 0),
            covariance: Matrix3(columns: Vector3(1e-06, 0, 0), Vector3(0, 1e-06, 0), Vector3(0, 0, 1e-06)))
        ], sigmas: Sigmas(profile: "arkit", overrides: [.definition: 0])),
      [
        Expected(
          .distance, [1, 0], value: 17.1450784029, standard: 2.158525243690416, low: 13.417662575778714,
          high: 23.65145004960236, kappa: 0.12374486148635047)
      ]),
    Golden(
      "Two taps on two planes, one pose",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.8679326548440214, 0.16776610744935977, -0.4674905772811884, 0, -0.4520128830098304,
                  0.6569051355865841, -0.603456706345296, 0, 0.20585737841658794, 0.7350715448385016,
                  0.6459818602098579, 0, 0, 1.354982441096959, 0, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(665, 665), principalPoint: Point2(1196.5, 1026), width: 2400, height: 2000),
                  Viewport(width: 2400, height: 2000))), Point2(1196.8130589506413, 1198.6541614254938)), sigma: 2),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.8679326548440214, 0.16776610744935977, -0.4674905772811884, 0, -0.4520128830098304,
                  0.6569051355865841, -0.603456706345296, 0, 0.20585737841658794, 0.7350715448385016,
                  0.6459818602098579, 0, 0, 1.354982441096959, 0, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(665, 665), principalPoint: Point2(1196.5, 1026), width: 2400, height: 2000),
                  Viewport(width: 2400, height: 2000))), Point2(1195.6379545836319, 550.5760321854693)), sigma: 2),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.06818564082315598, 0, -0.632486487050492, 1]),
            ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)],
            sigma: PlaneSigma(offset: 0.005, tilt: 0.3 * .pi / 180)),
          Scene.Surface(
            pose: pose([
              1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, -0.33211462581932005, 1.3384493095079124, -0.8777004579134798, 1,
            ]), ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)],
            sigma: PlaneSigma(offset: 0.005, tilt: 0.3 * .pi / 180)),
        ],
        sigmas: Sigmas(
          profile: "generic",
          overrides: [
            .posePosition: 0.005, .poseRollPitchDegrees: 0.15, .poseYawDegrees: 0.1, .jitterPosition: 0.002,
            .jitterRotationDegrees: 0.05, .driftAlong: 0, .driftYawDegrees: 0, .scale: 0.007, .focal: 0.003,
            .principalPoint: 1, .planeOffset: 0.005, .planeTiltDegrees: 0.3, .definition: 0,
          ])),
      [
        Expected(
          .distance, [0, 1], value: 1.186311164, standard: 0.011168396669699515, expanded: 0.022081578368032404,
          low: 1.1643208744614273, high: 1.208575443339512, factor: 1.9771484682256102,
          degreesOfFreedom: 139.23462762780952, kappa: 0.0041504287638112975,
          budget: [
            .tap: 0.002377254342032502, .posePosition: 0.004344589732662194, .poseRotation: 0.001687204105906604,
            .jitter: 0.002293730678827992, .intrinsics: 0.0017940033170557234, .plane: 0.004462109685809412,
            .scale: 0.008304178147903664,
          ])
      ]),
    Golden(
      "xG-18-noise: Two taps, other noise, definition and drift included",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.9447635114187618, -0.17529334009493555, 0.276937091069529, 0, 0.3033574091456284,
                  0.7875673405015476, -0.5363878880919773, 0, -0.12408138380975264, 0.5907706230794495,
                  0.7972414195826607, 0, 0, 1.5944855774602784, 0, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(665, 665), principalPoint: Point2(1196.5, 1026), width: 2400, height: 2000),
                  Viewport(width: 2400, height: 2000))), Point2(1179.9326904673273, 1106.769417356421)),
            pointing: .crosshair),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.9962661852072905, 0, 0.08633474510597064, 0, 0.04222357317445932, 0.8722455817017714,
                  -0.48724204977620683, 0, -0.0753050999660315, 0.48906813963060247, 0.8689887782459377, 0,
                  0.34356440557296747, 1.6229311271167384, -0.05992510920626451, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(665, 665), principalPoint: Point2(1196.5, 1026), width: 2400, height: 2000),
                  Viewport(width: 2400, height: 2000))), Point2(1196.5, 1026)), pointing: .crosshair),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3489127240521854, 0, -1.627579986879054, 1]),
            ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)]),
          Scene.Surface(
            pose: pose([
              1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0.6373960296050408, 0.5640937866218012, -2.2966594901318045, 1,
            ]), ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)],
            sigma: PlaneSigma(offset: 0.02, tilt: 1 * .pi / 180)),
        ],
        sigmas: Sigmas(
          profile: "generic",
          overrides: [
            .posePosition: 0.013704, .poseRollPitchDegrees: 0.3936, .poseYawDegrees: 0.229, .jitterPosition: 0.005575,
            .jitterRotationDegrees: 0.1315, .driftAlong: 0.013, .driftYawDegrees: 0.17, .scale: 0.027525,
            .focal: 0.005560000000000001, .principalPoint: 1.816, .planeOffset: 0.024020000000000003,
            .planeTiltDegrees: 0.966, .definition: 0.003,
          ])),
      [
        Expected(
          .distance, [0, 1], value: 0.7793170377, standard: 0.033091259012546635, expanded: 0.06531633031538327,
          low: 0.7129916735781533, high: 0.8460825273780228, factor: 1.9738242745801367,
          degreesOfFreedom: 172.34377679240706, kappa: 0.01099652933816801,
          budget: [
            .tap: 0.010153857514045914, .posePosition: 0.008644380812669468, .poseRotation: 0.009059887692947952,
            .jitter: 0.011111045587132653, .drift: 0.0032576425597781677, .intrinsics: 0.005056810702268697,
            .plane: 0.013692575200665478, .definition: 0.004242640687119285, .scale: 0.021450701461328613,
          ])
      ]),
    Golden(
      "xG-09-noise: Two taps, other noise, definition and drift included",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.9721271978938736, 0.16444422402470923, -0.16711316016375607, 0, -0.23020104399390592,
                  0.5343256344832225, -0.8133287131770388, 0, -0.04445436378041809, 0.8291285868422419,
                  0.5572877138622968, 0, 0, 1.4914791465702393, 0, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(665, 665), principalPoint: Point2(1196.5, 1026), width: 2400, height: 2000),
                  Viewport(width: 2400, height: 2000))), Point2(1278.382891710119, 944.9260106546459)), pointing: .loupe
          ),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([
                  0.9721271978938736, 0.16444422402470923, -0.16711316016375607, 0, -0.23020104399390592,
                  0.5343256344832225, -0.8133287131770388, 0, -0.04445436378041809, 0.8291285868422419,
                  0.5572877138622968, 0, 0, 1.4914791465702393, 0, 1,
                ]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(665, 665), principalPoint: Point2(1196.5, 1026), width: 2400, height: 2000),
                  Viewport(width: 2400, height: 2000))), Point2(1031.086161463707, 1189.779753047098)), pointing: .loupe
          ),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.2817306465830898, 0, -0.7136748483632298, 1]),
            ring: [Point2(-8, -8), Point2(8, -8), Point2(8, 8), Point2(-8, 8)])
        ],
        sigmas: Sigmas(
          profile: "generic",
          overrides: [
            .posePosition: 0.008568, .poseRollPitchDegrees: 0.4401, .poseYawDegrees: 0.1438, .jitterPosition: 0.004015,
            .jitterRotationDegrees: 0.0939, .driftAlong: 0.013, .driftYawDegrees: 0.17, .scale: 0.016775,
            .focal: 0.00719, .principalPoint: 2.574, .planeOffset: 0.01778, .planeTiltDegrees: 0.77, .definition: 0.003,
          ])),
      [
        Expected(
          .distance, [0, 1], value: 1.0105785869, standard: 0.028464460498335998, expanded: 0.056247582404383316,
          low: 0.9551646683128859, high: 1.067805062328264, factor: 1.9760635339521537,
          degreesOfFreedom: 148.5376641171394, kappa: 0.008656400535080423,
          budget: [
            .tap: 0.011307688855336794, .posePosition: 0.0058054028795726, .poseRotation: 0.00877591184052247,
            .jitter: 0.008514818133963636, .intrinsics: 0.0068089102087349656, .plane: 0.012139716291384918,
            .definition: 0.004242640687119285, .scale: 0.01695245579478183,
          ])
      ]),
  ]
}
