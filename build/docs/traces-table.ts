import { CHECK_IDS } from '../../shared/runs/check-id.ts'
import { TRACES } from '../../shared/runs/evidence/traces.ts'

/** What an agent has to be seen to do for each line of the template. */
export const tracesTable = (): string =>
  [
    ['a line about', 'is shown by calls like'],
    ['---', '---'],
    ...CHECK_IDS.map((check) => [
      TRACES[check].about,
      TRACES[check].calls.map((call) => `\`${call}\``).join(', '),
    ]),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
