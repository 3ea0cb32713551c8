/**
 * The weights of the comparer: a logistic model, fitted on the histories of some 330 public repositories,
 * 2019 to 2026, on those half-years in which a repository took something up. The sum of the weighted signals
 * is the log-odds that it takes up this check within 18 months.
 */
export const WEIGHTS = {
  bias: 0.863,
  of: {
    age: -0.522,
    kin: 0.172,
    tools: 1.502,
    toolsKnown: -0.506,
    unseen: 0.632,
    windowCount: 0.076,
    kindred: 0.083,
    elsewhere: 0.386,
    holders: 0.177,
    elsewhereUnseen: 0.272,
  },
} as const
