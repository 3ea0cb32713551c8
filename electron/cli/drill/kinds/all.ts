import type { Kind } from '../board.ts'
import { JUMP_KINDS } from './clock.ts'
import { HOSTILE_KINDS } from './hostile.ts'
import { INBOX_KINDS } from './inbox.ts'
import { KILL_KINDS } from './kills.ts'
import { LIMIT_KINDS } from './limits.ts'
import { LIST_KINDS } from './lists.ts'
import { OWN_PLACE_KINDS } from './places.ts'
import { REMOTE_KINDS } from './remotes.ts'
import { REPOSITORY_KINDS } from './repositories.ts'
import { SLEEP_KINDS } from './sleep.ts'
import { SOCKET_KINDS } from './socket.ts'

/** What is played on a person's machine, in the order of the board. */
export const DRILL_KINDS: readonly Kind[] = [
  ...KILL_KINDS,
  ...SLEEP_KINDS,
  ...LIMIT_KINDS,
  ...JUMP_KINDS,
  ...REMOTE_KINDS,
  ...HOSTILE_KINDS,
  ...REPOSITORY_KINDS,
  ...OWN_PLACE_KINDS,
  ...LIST_KINDS,
  ...SOCKET_KINDS,
  ...INBOX_KINDS,
]
