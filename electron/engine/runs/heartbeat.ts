import { on, type Begun } from './context.ts'
import { callBeat } from './call/call-beat.ts'
import { measure } from './measure.ts'
import { check } from './check.ts'
import { admit, admitAnswer } from './gates/admit.ts'
import { gate } from './gates/gate.ts'
import { gather } from './gather.ts'
import { judgeBeat } from './judge.ts'
import { mirror } from './mirror.ts'
import { openBeat } from './open.ts'
import { plan } from './plan.ts'
import { record } from './record.ts'

/** A heartbeat, stage by stage. A stage may end it; what has ended goes on to its record. */
export const heartbeat = (begun: Begun): Promise<void> =>
  admit(begun)
    .then(on(gather))
    .then(on(plan))
    .then(on(gate))
    .then(on(check))
    .then(on(admit))
    .then(on(openBeat))
    .then(on(callBeat))
    .then(on(measure))
    .then(on(admitAnswer))
    .then(on(judgeBeat))
    .then(record)
    .then(mirror)
