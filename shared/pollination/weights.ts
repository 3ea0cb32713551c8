/**
 * The weights of the comparer: a logistic model, fitted on the histories of some 330 public repositories,
 * 2019 to 2026, on those half-years in which a repository took something up. The sum of the weighted signals
 * is the log-odds that it takes up this check within 18 months.
 */
export const WEIGHTS = {
  bias: 0.493,
  of: {
    age: -0.587,
    kin: 0.144,
    tools: 1.584,
    toolsKnown: -0.538,
    unseen: 0.142,
    windowCount: 0.038,
    kindred: -0.131,
    holders: 0.701,
  },
} as const
