"""The examples H.1 and H.2 of the GUM (JCGM 100:2008): that GTC, the oracle, is used rightly, and what the service shares with them.

H.1 (an end gauge) ends in Welch–Satterthwaite and k₉₉: `/v1/combine` has the same rule, so its terms are posted there. H.2 (resistance
and reactance from correlated readings) is about products of correlated electrical quantities: nothing the service measures is one, so
it is worked with GTC alone.
"""
import math

import GTC
from scipy import stats


def check(post, comparison):
    end_gauge(post, comparison)
    resistance(comparison)


def end_gauge(post, comparison):
    """Table H.1, in nm and kelvin: l = l_S + d − l_S (δα θ + α_S δθ)."""
    standard, difference = GTC.ureal(50000623.0, 25, 18), GTC.ureal(215.0, 9.7, 25.6)
    expansion, unlike = GTC.ureal(11.5e-6, 1.2e-6), GTC.ureal(0.0, 0.58e-6, 50)
    away = GTC.ureal(-0.1, 0.41)
    warmer = GTC.ureal(0.0, 0.029, 2)
    length = standard + difference - standard * (unlike * away + expansion * warmer)
    context = "GUM H.1"
    comparison.near("H.1 length", GTC.value(length), 50000838, context)
    # Printed: 32 nm and 16.7 (cut to 16). To two and three digits:
    comparison.near("H.1 standard uncertainty", GTC.uncertainty(length), 32, context, absolute=0.5)
    comparison.near("H.1 degrees of freedom", GTC.dof(length), 16.7, context, absolute=0.1)
    # u(l_S) 25 nm, u(d) 9.7 nm, u(δα) 2.9 nm, u(δθ) 16.6 nm. The weights of /v1/combine are 1/u², so that a value with
    # u ~ 1/cᵢ contributes in proportion to cᵢ.
    parts = [(25.0, 18), (9.7, 25.6), (50000623 * 0.1 * 0.58e-6, 50), (50000623 * 11.5e-6 * 0.029, 2)]
    largest = max(c for c, _ in parts)
    values = [{"value": 1, "standard": 0.001 * largest / c, "degreesOfFreedom": nu} for c, nu in parts]
    answer = post("/v1/combine", {"values": values, "confidence": 0.99})["uncertainty"]
    dof = math.fsum(c**2 for c, _ in parts) ** 2 / math.fsum(c**4 / nu for c, nu in parts)
    comparison.near("H.1 by the service: dof", answer["degreesOfFreedom"], dof, context)
    comparison.near("H.1 by the service: dof", answer["degreesOfFreedom"], 16.7, context, absolute=0.1)
    # The GUM cuts ν to 16 (k₉₉ = 2.92); the service keeps 16.7.
    comparison.near("H.1 by the service: k", answer["coverageFactor"], stats.t.ppf(0.995, dof), context)
    comparison.near("H.1 k at 16", stats.t.ppf(0.995, 16), 2.92, context, absolute=0.005)
    # The oracle agrees with the table's terms but for the rectangular α_S and θ̄ (±2e-6, 0.2 K), whose c are zero.
    comparison.near("H.1 GTC dof", GTC.dof(length), dof, context, relative=1e-3)


def resistance(comparison):
    """Table H.3: V, I, φ by their means, standard uncertainties and correlations."""
    volts, amperes, phase = GTC.multiple_ureal([4.9990, 0.019661, 1.04446], [0.0032, 0.0000095, 0.00075], 4)
    for a, b, r in ((volts, amperes, -0.36), (volts, phase, 0.86), (amperes, phase, -0.65)):
        GTC.set_correlation(r, a, b)
    impedance = volts / amperes
    results = (impedance * GTC.cos(phase), impedance * GTC.sin(phase), impedance)
    context = "GUM H.2"
    # R, X, Z as printed in table H.4: value, u, and the correlations of R with X, R with Z, X with Z.
    for name, y, value, u in zip("RXZ", results, (127.732, 219.847, 254.260), (0.071, 0.295, 0.236)):
        comparison.near(f"H.2 {name}", GTC.value(y), value, context, absolute=0.06)
        comparison.near(f"H.2 u({name})", GTC.uncertainty(y), u, context, absolute=0.003)
    for (i, j), r in zip(((0, 1), (0, 2), (1, 2)), (-0.588, -0.485, 0.993)):
        comparison.near("H.2 correlation", GTC.get_correlation(results[i], results[j]), r, context, absolute=0.02)
