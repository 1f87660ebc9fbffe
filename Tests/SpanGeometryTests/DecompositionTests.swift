import SpanGeometry
import Testing

@Suite("Decompositions of 3×3 matrices")
struct DecompositionTests {
  /// Rotations disturbed by up to 3e-4, and U Vᵀ of their singular value decomposition by numpy.linalg.svd.
  static let polar: [(Matrix3, Matrix3)] = [
    (
      Matrix3(
        rows: -0.6209208210934939, 0.48781047924248483, -0.6137865017340314, 0.5868478160728446, -0.2297243808767422,
        -0.7765437315223114, -0.5196689080987578, -0.8418855287675496, -0.14354723267767697),
      Matrix3(
        rows: -0.6208756988725354, 0.48781628740321786, -0.6136355891681006, 0.5868265335132961, -0.22978783951530005,
        -0.7764226737902874, -0.5197576224686938, -0.8421596158419331, -0.14359385547668435)
    ),
    (
      Matrix3(
        rows: -0.6224796795245919, 0.7821392918863322, -0.03330918686046778, -0.7132518163478699, -0.5841340999698851,
        -0.38692942652256823, -0.32215290839533645, -0.21722557753538285, 0.9217464912388669),
      Matrix3(
        rows: -0.6223878993246585, 0.7820014641408838, -0.03327180271269598, -0.7133728992185312, -0.5842328419483694,
        -0.38700270418884575, -0.32207516115774243, -0.21713059772967502, 0.9214781028840395)
    ),
    (
      Matrix3(
        rows: -0.1845814951276131, -0.8828406425464433, -0.4318839186906993, -0.20149566508220734, -0.396106368121505,
        0.8958229603698534, -0.9619406109171867, 0.25237494283297496, -0.10477466969343152),
      Matrix3(
        rows: -0.1845813434254081, -0.8828399956928786, -0.4318833982271957, -0.20149575168140949, -0.39610661707644396,
        0.8958230907732836, -0.9619403254431201, 0.25237489953094394, -0.10477461702688519)
    ),
    (
      Matrix3(
        rows: -0.900247050653878, 0.1927687009918314, 0.3906838743161418, 0.03790594339994109, -0.8585510241443322,
        0.5112977327296732, 0.43362326345535607, 0.475289193618079, 0.7652633038584664),
      Matrix3(
        rows: -0.9001918607864638, 0.19274685163581506, 0.3905166641236787, 0.038039682877459506, -0.858493318391291,
        0.5114119717058767, 0.43382899430580635, 0.47522402450001494, 0.7654766686435469)
    ),
    (
      Matrix3(
        rows: -0.9096683452977639, 0.30027603951135934, 0.2869456423401498, -0.30561032462595833, -0.9517696132354561,
        0.02714650628124209, 0.281257588422435, -0.06299923345576645, 0.957562147088738),
      Matrix3(
        rows: -0.9096683452978843, 0.30027603951191045, 0.28694564234023595, -0.3056103246255254, -0.9517696132357883,
        0.02714650628127647, 0.28125758842258786, -0.06299923345597198, 0.9575621470895088)
    ),
    (
      Matrix3(
        rows: -0.5126187693030819, -0.3004441035644924, -0.804496538305497, -0.6133059053343951, -0.5275452570755093,
        0.5875952194303226, -0.6007263328994527, 0.7945667843985649, 0.08619323662530017),
      Matrix3(
        rows: -0.5125361654075175, -0.3003116215238156, -0.8044374488591982, -0.613377243847845, -0.5275568985397804,
        0.5877517124881129, -0.6008951954201167, 0.7946676341596053, 0.08618767510610677)
    ),
  ]

  @Test("the nearest rotation is U Vᵀ of the singular value decomposition", arguments: polar)
  func nearestRotation(_ matrix: Matrix3, _ expected: Matrix3) {
    let r = matrix.nearestRotation
    #expect(near(r, expected, 1e-15 * 4))
    #expect(r.deviationFromOrthonormal < 1e-15)
    #expect(near(r.determinant, 1, 1e-15))
  }

  @Test("no rotation nearby is nearer", arguments: Random.seeds)
  func nothingNearer(_ seed: UInt64) {
    var random = Random(seed)
    let disturbed = random.rotation() + 2e-4 * Matrix3(columns: random.vector(), random.vector(), random.vector())
    let nearest = disturbed.nearestRotation
    func distance(_ r: Matrix3) -> Double { (r - disturbed).contracted(with: r - disturbed) }
    for _ in 0..<20 {
      let other = Matrix3(rotationVector: random.vector(1e-4)) * nearest
      #expect(distance(other) >= distance(nearest))
    }
  }

  /// Symmetric matrices with spreads up to 1e8 and a double eigenvalue's neighbourhood, and their eigenvalues by
  /// mpmath.eigsy with 40 digits.
  static let symmetric: [(Matrix3, Vector3)] = [
    (
      Matrix3(
        rows: 0.2236514397217242, -0.6953772339871291, 0.09322676076137029, -0.6953772339871291, 5.019547721112744,
        -0.13299540729592793, 0.09322676076137029, -0.13299540729592793, 0.08172698002107269),
      Vector3(5.122497996189782, 0.17848406035951456, 0.02394408430624359)
    ),
    (
      Matrix3(
        rows: 0.04297992723478991, -0.08290059093341026, 0.16613102816368816, -0.08290059093341026, 0.1959303036984849,
        -0.31291022163619314, 0.16613102816368816, -0.31291022163619314, 0.6839761437007229),
      Vector3(0.8780433254408515, 0.04319962512321452, 0.001643424069931747)
    ),
    (
      Matrix3(
        rows: 0.6376109745199494, -0.7130555693082146, -0.09446027686910233, -0.7130555693082146, 0.8015299052854583,
        0.08752255874579538, -0.09446027686910233, 0.08752255874579538, 0.09484793342746066),
      Vector3(1.4494527455731274, 0.0845173745798368, 1.8693079904254954e-05)
    ),
    (
      Matrix3(
        rows: 0.0274353194510678, -0.03957067706743975, -0.2814478399498144, -0.03957067706743975, 0.06439398513034121,
        0.47573585613224, -0.2814478399498144, 0.47573585613224, 3.552771946566138),
      Vector3(3.638854410677407, 0.005746658766118497, 1.8170402116764894e-07)
    ),
    (
      Matrix3(
        rows: 0.051101389989213576, 0.12945625310731698, 0.34454392085435215, 0.12945625310731698, 0.3280555381236846,
        0.8730415947707906, 0.34454392085435215, 0.8730415947707906, 2.323438225818105),
      Vector3(2.7025800819310923, 1.506537125768201e-05, 6.628653075885966e-09)
    ),
    (Matrix3(rows: 1.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.0, 0.0, 2.0), Vector3(3.0, 2.0, 1.0)),
    (
      Matrix3(rows: 2.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 2.0), Vector3(3.414213562373095, 2.0, 0.585786437626905)
    ),
    (Matrix3(rows: 0.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -5.0), Vector3(1.0, -1.0, -5.0)),
  ]

  @Test("eigenvalues come largest first, with vectors that belong to them", arguments: symmetric)
  func eigen(_ matrix: Matrix3, _ expected: Vector3) {
    let eigen = SymmetricEigen(matrix)
    let scale = matrix.largestEntry
    #expect(near(eigen.values, expected, 4e-15 * scale))
    #expect(eigen.vectors.deviationFromOrthonormal < 1e-14)
    for (value, vector) in [
      (eigen.values.x, eigen.vectors.x), (eigen.values.y, eigen.vectors.y), (eigen.values.z, eigen.vectors.z),
    ] {
      #expect(near(matrix * vector, value * vector, 1e-14 * scale))
    }
  }

  @Test("a matrix that is zero, or a multiple of one, has any orthonormal vectors")
  func degenerate() {
    #expect(SymmetricEigen(.zero).values == .zero)
    let eigen = SymmetricEigen(5 * .identity)
    #expect(eigen.values == Vector3(5, 5, 5))
    #expect(eigen.vectors.deviationFromOrthonormal == 0)
  }

  @Test("V diag(λ) Vᵀ is the matrix again", arguments: Random.seeds)
  func reassembled(_ seed: UInt64) {
    var random = Random(seed)
    let matrix = Matrix3(columns: random.vector(), random.vector(), random.vector()).symmetrized
    let eigen = SymmetricEigen(matrix)
    #expect(near(eigen.vectors * Matrix3(diagonal: eigen.values) * eigen.vectors.transposed, matrix, 2e-15))
  }
}
