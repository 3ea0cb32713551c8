export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`

/** "a, b and 3 more". */
export const firstOf = (names: readonly string[], atMost: number): string =>
  names.slice(0, atMost).join(', ') + (names.length > atMost ? ` and ${names.length - atMost} more` : '')

/** "$0.42", "$12.50", "$1,234.50"; below a cent "$0.0012": a cheap run is not free. */
export const money = (usd: number): string =>
  `$${usd.toLocaleString('en-US', Math.abs(usd) < 0.01 && usd !== 0 ? FRACTION_OF_A_CENT : CENTS)}`

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
const FRACTION_OF_A_CENT = { maximumSignificantDigits: 2 }
