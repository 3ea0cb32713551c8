import type { Kind } from './board.ts'
import { APPROVAL_KINDS } from './kinds/approvals.ts'
import { ARCHIVE_KINDS } from './kinds/data-folder/archives.ts'
import { CLOCK_KINDS } from './kinds/clock.ts'
import { COMMAND_KINDS } from './kinds/commands.ts'
import { HISTORY_KINDS } from './kinds/data-folder/history.ts'
import { HOSTILE_KINDS } from './kinds/hostile.ts'
import { KILL_KINDS } from './kinds/kills.ts'
import { HTTP_KINDS } from './kinds/http.ts'
import { INBOX_KINDS } from './kinds/inbox.ts'
import { LIMIT_KINDS } from './kinds/limits.ts'
import { LIST_KINDS } from './kinds/lists.ts'
import { PIPE_KINDS } from './kinds/data-folder/pipes.ts'
import { PLACE_KINDS } from './kinds/places.ts'
import { REMOTE_KINDS } from './kinds/remotes.ts'
import { REPOSITORY_KINDS } from './kinds/repositories.ts'
import { SOCKET_KINDS } from './kinds/socket.ts'

/** Every kind of fault, in the order of the board. */
export const KINDS: readonly Kind[] = [
  ...PLACE_KINDS,
  ...LIST_KINDS,
  ...REPOSITORY_KINDS,
  ...HOSTILE_KINDS,
  ...REMOTE_KINDS,
  ...COMMAND_KINDS,
  ...APPROVAL_KINDS,
  ...KILL_KINDS,
  ...LIMIT_KINDS,
  ...HISTORY_KINDS,
  ...PIPE_KINDS,
  ...CLOCK_KINDS,
  ...SOCKET_KINDS,
  ...HTTP_KINDS,
  ...INBOX_KINDS,
  ...ARCHIVE_KINDS,
]
