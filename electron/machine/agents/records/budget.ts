import { money } from '../../../../shared/base/amounts.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import type { CliRequest } from '../cli.ts'

/**
 * `costUsd`: of this run so far. 'told': by what the agent said of its requests; 'estimated': by what passed between it
 * and Threadbeat. null: the run may go on; also where it is not known, or nothing limits it.
 */
export const spentTooMuch = (
  costUsd: number | null,
  { usd }: Pick<CliRequest, 'usd'>,
  how: 'told' | 'estimated',
): Fault | null =>
  usd !== null && costUsd !== null && costUsd > usd
    ? fault(
        'agent.over_budget',
        how === 'told'
          ? `it has spent ${money(costUsd)}; the limit is ${money(usd)}`
          : `it has spent about ${money(costUsd)} (estimated); the limit is ${money(usd)}`,
      )
    : null
