import { firstOf } from '../../base/amounts.ts'
import type { suggest } from '../likely.ts'

type Because = ReturnType<typeof suggest>[number]['because']

/** Why a check is likely to be wanted, in one sentence of figures. */
export function becauseOfIdea({ holders, repositories, window, kindred, adopters, tools }: Because): string {
  const have = `${holders} of your ${repositories} repositories have something that does it`
  const lately =
    window.adopted === 0
      ? ''
      : `, ${window.adopted} of ${window.atRisk} that lacked it took it up in the last 18 months (${firstOf(adopters, 3)})` +
        (kindred.adopted === 0 ? '' : `, ${kindred.adopted} of ${kindred.atRisk} of its language`)
  const own = tools.length === 0 ? '' : `; it has ${firstOf(tools, 3)} already`
  return `${have}${lately}${own}`
}
