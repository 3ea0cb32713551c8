/** What a person does with a hub: each a function that rejects never and says what is missing. */
export { answer, fleet, outcomes, send } from './administration/fleet.ts'
export { initHub, upgradeHub } from './administration/init.ts'
export { forget, invite, join, leave, rotate } from './administration/membership-steps.ts'
export { makeHere } from './local/make-here.ts'
export { removeMachine } from './administration/remove.ts'
export { status } from './administration/status.ts'
