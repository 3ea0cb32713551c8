import type { Kind } from '../../../electron/cli/drill/board.ts'
import { JUMP_KINDS } from '../../../electron/cli/drill/kinds/clock.ts'
import { HOSTILE_KINDS } from '../../../electron/cli/drill/kinds/hostile.ts'
import { INBOX_KINDS } from '../../../electron/cli/drill/kinds/inbox.ts'
import { KILL_KINDS } from '../../../electron/cli/drill/kinds/kills.ts'
import { LIMIT_KINDS } from '../../../electron/cli/drill/kinds/limits.ts'
import { LIST_KINDS } from '../../../electron/cli/drill/kinds/lists.ts'
import { PLACE_KINDS } from '../../../electron/cli/drill/kinds/places.ts'
import { REMOTE_KINDS } from '../../../electron/cli/drill/kinds/remotes.ts'
import { REPOSITORY_KINDS } from '../../../electron/cli/drill/kinds/repositories.ts'
import { SLEEP_KINDS } from '../../../electron/cli/drill/kinds/sleep.ts'
import { SOCKET_KINDS } from '../../../electron/cli/drill/kinds/socket.ts'
import { APPROVAL_KINDS } from './kinds/approvals.ts'
import { CLOCK_KINDS } from './kinds/clock.ts'
import { COMMAND_KINDS } from './kinds/commands.ts'
import { ARCHIVE_KINDS } from './kinds/data-folder/archives.ts'
import { HISTORY_KINDS } from './kinds/data-folder/history.ts'
import { PIPE_KINDS } from './kinds/data-folder/pipes.ts'
import { HTTP_KINDS } from './kinds/http.ts'
import { SOAK_KINDS } from './kinds/kills.ts'
import { METHOD_KINDS } from './kinds/methods.ts'

/** Every kind of fault, in the order of the board: those of `threadbeat prove`, and what needs a checkout besides. */
export const KINDS: readonly Kind[] = [
  ...PLACE_KINDS,
  ...LIST_KINDS,
  ...REPOSITORY_KINDS,
  ...HOSTILE_KINDS,
  ...REMOTE_KINDS,
  ...COMMAND_KINDS,
  ...APPROVAL_KINDS,
  ...SOAK_KINDS,
  ...KILL_KINDS,
  ...SLEEP_KINDS,
  ...LIMIT_KINDS,
  ...HISTORY_KINDS,
  ...PIPE_KINDS,
  ...CLOCK_KINDS,
  ...JUMP_KINDS,
  ...SOCKET_KINDS,
  ...METHOD_KINDS,
  ...HTTP_KINDS,
  ...INBOX_KINDS,
  ...ARCHIVE_KINDS,
]
