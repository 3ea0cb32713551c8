/**
 * The weights of the comparer: a logistic model, fitted on the histories of some 250 public repositories of
 * eleven organisations and authors, 2019 to 2026, on those half-years in which a repository took something up.
 * The sum of the weighted signals is the log-odds of being taken up within 18 months.
 */
export const WEIGHTS = {
  bias: 0.597,
  of: {
    age: -0.504,
    together: 1.477,
    tools: 1.822,
    toolsKnown: -0.676,
    unseen: -0.198,
    windowCount: 0.086,
    elsewhere: 0.225,
    holders: 0.581,
    elsewhereUnseen: -0.147,
  },
} as const
