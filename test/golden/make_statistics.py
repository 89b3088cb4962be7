"""Known values for test/src/stats, by SciPy and statsmodels.

python3 -m venv v && v/bin/pip install scipy==1.17.1 statsmodels==0.15.0
v/bin/python test/golden/make_statistics.py > test/golden/statistics.json
"""

import json

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

SAMPLES = {
    "distinct": [1.1, -2.2, 3.3, 4.4, 5.5, -6.6, 7.7, 8.8],
    "all of one sign": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
    "ties of both signs": [1, -1, 1, 2, 2, -2, 3, 3, 5, -1, 4, 4],
    "ties and zeros": [0, 0, 1, -1, 2, 3, 3, -3, 4, 0, 5, 5],
    "one": [2.5],
    "all equal": [1, 1, 1, -1, 1, 1, 1, 1, 1, 1],
    "none": [0, 0, 0],
}
RANDOM = np.random.default_rng(7)
LARGE = {
    "200 without ties": RANDOM.normal(0.15, 1, 200),
    "1000 with ties": RANDOM.integers(-9, 11, 1000),
    "1000 without ties": RANDOM.normal(0.05, 1, 1000),
}
P_VALUES = [[0.01, 0.04, 0.03, 0.005], [0.5, 0.5], [0.02], [0.9, 0.0001, 0.2, 0.2, 0.03]]
SPLITS = [[0, 0], [0, 5], [1, 7], [12, 12], [30, 12], [400, 600], [24000, 26000]]


def signed_rank(sample, method):
    kept = [value for value in sample if value != 0]
    if not kept:
        return 1.0
    if len(kept) == 1:
        method = "exact"
    return stats.wilcoxon(kept, method=method, correction=method == "asymptotic").pvalue


def rank_biserial(sample):
    kept = np.array([value for value in sample if value != 0], dtype=float)
    if kept.size == 0:
        return 0.0
    ranks = stats.rankdata(np.abs(kept))
    return float((ranks[kept > 0].sum() - ranks[kept < 0].sum()) / ranks.sum())


def describe(name, sample, method):
    return {
        "name": name,
        "differences": [float(value) for value in sample],
        "p_value": float(signed_rank(sample, method)),
        "rank_biserial": rank_biserial(sample),
    }


def sign_test(positive, negative):
    pairs = positive + negative
    return float(stats.binomtest(positive, pairs, 0.5).pvalue) if pairs else 1.0


every_sign = stats.PermutationMethod(n_resamples=np.inf)
large_methods = ["exact", "asymptotic", "asymptotic"]
print(
    json.dumps(
        {
            "signed_rank": [describe(name, sample, every_sign) for name, sample in SAMPLES.items()]
            + [
                describe(name, sample, method)
                for (name, sample), method in zip(LARGE.items(), large_methods, strict=True)
            ],
            "sign": [{"positive": a, "negative": b, "p_value": sign_test(a, b)} for a, b in SPLITS],
            "holm": [{"p_values": p, "adjusted": multipletests(p, method="holm")[1].tolist()} for p in P_VALUES],
        },
        indent=1,
    )
)
