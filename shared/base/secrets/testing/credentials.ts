/**
 * One credential of each shape, put together so that none stands in this file. `letter` tells those of one
 * place from those of another.
 */
export const credentials = (letter: string): readonly string[] => [
  `${'ghp'}_${letter.repeat(36)}`,
  `${'github'}_pat_${letter.repeat(40)}`,
  `${'glpat'}-${letter.repeat(20)}`,
  `${'npm'}_${letter.repeat(36)}`,
  `${'xoxb'}-1234567890-${letter.repeat(12)}`,
  `${'AIza'}${letter.repeat(35)}`,
  `${'sk'}-ant-${letter.repeat(30)}`,
  `${'sk'}_live_${letter.repeat(24)}`,
  `${'AKIA'}${letter.toUpperCase().repeat(16)}`,
  `${'eyJ'}${letter.repeat(12)}.eyJ${letter.repeat(12)}.${letter.repeat(20)}`,
  `${'ya29'}.${letter.repeat(30)}`,
  `${'hf'}_${letter.repeat(34)}`,
  `${'tb'}_${letter.repeat(43)}`,
  `-----BEGIN ${'RSA PRIVATE'} KEY-----\nMIIE${letter.repeat(60)}\n${letter.repeat(64)}\n-----END ${'RSA PRIVATE'} KEY-----`,
]
