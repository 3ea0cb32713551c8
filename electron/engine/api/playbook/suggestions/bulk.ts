import { findHidden } from '../../../../../shared/base/hidden-text.ts'
import { oneLine } from '../../../../../shared/base/one-line.ts'
import { withheldBecause } from '../../../../../shared/pollination/suspect/withheld.ts'
import type { Tier } from '../../../../../shared/schedule/tier.ts'
import { ownLine, type OwnLine } from '../../../pollination/own-lines.ts'
import type { Pollination } from '../../../pollination/pollination.ts'
import type { ApiErrors } from '../../lookup.ts'
import { os, type ApiParts } from '../../parts.ts'

/** A line that a person proposes to many threads. */
export function bulkHandlers({ ports }: Pick<ApiParts, 'ports'>, pollination: Pollination) {
  return {
    weigh: os.pollination.weigh.handler(({ input, errors }) =>
      pollination.weigh(lineOr(input, errors), input.ids),
    ),
    propose: os.pollination.propose.handler(async ({ input, context, errors }) => {
      const proposed = await pollination.propose(lineOr(input, errors), input.ids)
      const count = proposed.filter(({ suggestion }) => suggestion !== null).length
      ports.log('info', 'suggestion.proposed', { count, origin: context.origin })
      return proposed
    }),
  }
}

function lineOr(
  { text: given, tier }: { readonly text: string; readonly tier: Tier },
  errors: Pick<ApiErrors, 'INVALID'>,
): OwnLine {
  const text = oneLine(given)
  const hidden = findHidden(given)
  if (hidden !== null)
    throw errors.INVALID({ message: `The line holds the hidden character ${hidden.name}; write it without.` })
  if (text === '') throw errors.INVALID({ message: 'A line to propose has words.' })
  const why = withheldBecause(text)
  if (why !== null) throw errors.INVALID({ message: `The line ${why}, so it is proposed to nobody.` })
  return ownLine(tier, text)
}
