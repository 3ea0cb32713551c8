import { money } from '../../../../shared/base/amounts.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import type { CliRequest } from '../cli.ts'

/** `costUsd`: of this run so far. null: the run may go on; also where it is not known, or nothing limits it. */
export const spentTooMuch = (costUsd: number | null, { usd }: Pick<CliRequest, 'usd'>): Fault | null =>
  usd !== null && costUsd !== null && costUsd > usd
    ? fault('agent.over_budget', `it has spent ${money(costUsd)}; the limit is ${money(usd)}`)
    : null
