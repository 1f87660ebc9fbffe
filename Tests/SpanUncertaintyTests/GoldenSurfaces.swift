import SpanGeometry
import SpanUncertainty

// The numbers come from an independent calculation, which was checked by simulation. Points are named by index: taps
// first, then given points.

extension Golden {
  static let surfaces: [Golden] = [
    Golden(
      "Wall, sigma",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([0.992546152, 0, -0.121869343, 0, 0, 1, 0, 0, 0.121869343, 0, 0.992546152, 0, 0, 1.4, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(200, 300))),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([0.992546152, 0, -0.121869343, 0, 0, 1, 0, 0, 0.121869343, 0, 0.992546152, 0, 0, 1.4, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(700, 420))),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1.2, -2.5, 1]),
            ring: [Point2(-4, -4), Point2(4, -4), Point2(4, 4), Point2(-4, 4)],
            sigma: PlaneSigma(offset: 0.002, tilt: 0.1 * .pi / 180))
        ], sigmas: Sigmas(profile: "arkit", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 1.6475964365, standard: 0.04557845743617495, expanded: 0.0965832330802556,
          low: 1.5510234975767914, high: 1.744621632860245, factor: 2.1190544505703017,
          degreesOfFreedom: 16.079437311283243, kappa: 0.0021496091481511166,
          budget: [
            .tap: 0.03646919805712173, .posePosition: 0.005272308596929647, .poseRotation: 0.0014786617021625957,
            .jitter: 0.006698103162321338, .intrinsics: 0.006372387333070446, .plane: 0.0016751811150603948,
            .definition: 0.004242640687119286, .scale: 0.024713946548107716,
          ])
      ]),
    Golden(
      "Wall, estimated",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([0.992546152, 0, -0.121869343, 0, 0, 1, 0, 0, 0.121869343, 0, 0.992546152, 0, 0, 1.4, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(200, 300))),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([0.992546152, 0, -0.121869343, 0, 0, 1, 0, 0, 0.121869343, 0, 0.992546152, 0, 0, 1.4, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(700, 420))),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1.2, -2.5, 1]),
            ring: [Point2(-4, -4), Point2(4, -4), Point2(4, 4), Point2(-4, 4)], kind: .estimated)
        ], sigmas: Sigmas(profile: "arkit", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 1.6475964365, standard: 0.09788498927737936, expanded: 0.21214894560868408,
          low: 1.44708731302201, high: 1.8819419013710426, factor: 2.167328690280711,
          degreesOfFreedom: 12.601791464123577, kappa: 0.0437022243286149,
          budget: [
            .tap: 0.03646919805712173, .posePosition: 0.005272308596929647, .poseRotation: 0.0014786617021625957,
            .jitter: 0.006698103162321338, .intrinsics: 0.006372387333070446, .plane: 0.08618345055010203,
            .definition: 0.004242640687119286, .scale: 0.024713946548107716,
          ])
      ]),
    Golden(
      "Hits on feature points: surface line, no plane line",
      Scene(
        aims: [
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([0.992546152, 0, -0.121869343, 0, 0, 1, 0, 0, 0.121869343, 0, 0.992546152, 0, 0, 1.4, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(480, 360))),
          Scene.Aim(
            eye: .camera(
              Camera(
                pose: pose([0.992546152, 0, -0.121869343, 0, 0, 1, 0, 0, 0.121869343, 0, 0.992546152, 0, 0, 1.4, 0, 1]),
                optics: .intrinsics(
                  Intrinsics(focal: Point2(1600, 1600), principalPoint: Point2(960, 720), width: 1920, height: 1440),
                  Viewport(width: 960, height: 720))), Point2(600, 300))),
        ], features: [Vector3(-0.268112555, 1.4, -2.183601534), Vector3(0.069265417, 1.592314332, -2.591952449)],
        targets: [.featurePoint], sigmas: Sigmas(profile: "arkit", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 0.5635238838, standard: 0.10725241230789807, expanded: 0.24259648564419847,
          budget: [
            .tap: 0.023419766626620847, .jitter: 0.005139440743819243, .intrinsics: 0.0009073739605326112,
            .surface: 0.10319949031018885, .definition: 0.004242640687119285, .scale: 0.008452858256684398,
          ])
      ]),
    Golden(
      "point-to-plane: Height of a tap on the table over the floor plane",
      Scene(
        aims: [
          Scene.Aim(eye: .ray(origin: Vector3(0, 1.5, 0), direction: Vector3(0.1, -1, -0.7)), pointing: .crosshair)
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-3, -3), Point2(3, -3), Point2(3, 3), Point2(-3, 3)]),
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.72, 0, 1]),
            ring: [Point2(-1.5, -1.5), Point2(1.5, -1.5), Point2(1.5, 1.5), Point2(-1.5, 1.5)]),
        ], sigmas: Sigmas(profile: "generic", overrides: [:])),
      [
        Expected(
          .pointToPlane, [0], value: 0.72, standard: 0.03515623256106814, low: 0.6461930879248493,
          high: 0.7978795616832549)
      ], plane: 0),
    Golden(
      "range: A single tap carries its distance from the camera with a range",
      Scene(
        aims: [
          Scene.Aim(eye: .ray(origin: Vector3(0, 1.5, 0), direction: Vector3(0.1, -1, -0.7)), pointing: .crosshair)
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-3, -3), Point2(3, -3), Point2(3, 3), Point2(-3, 3)])
        ], sigmas: Sigmas(profile: "arkit", overrides: [:])),
      [
        Expected(
          .range, [0], value: 1.8371173071, standard: 0.03308629452491432, low: 1.7674057472134497,
          high: 1.9081143394340299)
      ]),
    Golden(
      "lopsided: A grazing tap: the text shows both ends of the range",
      Scene(
        aims: [Scene.Aim(eye: .ray(origin: Vector3(0, 1.5, 0), direction: Vector3(0, -0.2, -1)), pointing: .finger)],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-12, -12), Point2(12, -12), Point2(12, 12), Point2(-12, 12)])
        ], sigmas: Sigmas(profile: "webxr", overrides: [:])),
      [
        Expected(.range, [0], low: 6.569201931113602, high: 9.089616872436183)
      ]),
    Golden(
      "big-plane: The tilt of a plane wider than 2 m is known better",
      Scene(
        aims: [
          Scene.Aim(eye: .ray(origin: Vector3(0, 1.5, 0), direction: Vector3(0.1, -1, -0.7)), pointing: .crosshair),
          Scene.Aim(eye: .ray(origin: Vector3(0, 1.5, 0), direction: Vector3(0.5, -1, -0.9)), pointing: .crosshair),
        ],
        surfaces: [
          Scene.Surface(
            pose: pose([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            ring: [Point2(-9, -9), Point2(9, -9), Point2(9, 9), Point2(-9, 9)])
        ], sigmas: Sigmas(profile: "arkit-lidar", overrides: [:])),
      [
        Expected(
          .distance, [0, 1], value: 0.6708203932, standard: 0.013562347835644658, low: 0.6428012074609116,
          high: 0.699219716340129)
      ]),
  ]
}
