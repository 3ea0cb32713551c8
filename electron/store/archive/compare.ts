import type { Database, Row } from '../connection/driver.ts'

/** How a thread of an archive relates to those that are here. */
interface ThreadMatch {
  readonly id: string // there
  readonly number: number
  readonly name: string
  readonly repoPath: string
  readonly runs: number
  readonly lastRunAt: number | null
  /** The thread here with the same id or the same folder; null: none. */
  readonly mine: {
    readonly id: string
    readonly number: number
    readonly name: string
    readonly runs: number
    readonly lastRunAt: number | null
  } | null
  readonly state: 'new' | 'same' | 'conflict'
  readonly differences: readonly string[] // what is not the same, in words
}

const CONFIGURATION: Readonly<Record<string, string>> = {
  name: 'name',
  repo_path: 'folder',
  agent: 'agent',
  interval_ms: 'pace',
  active_hours: 'active hours',
  daily_at: 'daily time',
  session_mode: 'session',
  gate_mode: 'gate',
  suggestions: 'who decides about suggestions',
  reflects: 'reflection',
  shares_list: 'whether other machines may read its list',
  sources: 'sources',
  delivery: 'what is shown',
}

/** Both databases have the newest schema. */
export const compareThreads = (mine: Database | null, theirs: Database): readonly ThreadMatch[] =>
  theirs
    .prepare('SELECT * FROM threads ORDER BY number')
    .all()
    .map((their) => {
      const id = String(their['id'])
      const base = {
        ...runsOf(theirs, their),
        repoPath: String(their['repo_path']),
      }
      const here = mine
        ?.prepare('SELECT * FROM threads WHERE id = ? OR repo_path = ? ORDER BY id = ? DESC LIMIT 1')
        .get(id, their['repo_path']!, id)
      if (mine === null || here === undefined) return { ...base, mine: null, state: 'new', differences: [] }
      const differences = differencesOf({ db: mine, row: here }, { db: theirs, row: their })
      return {
        ...base,
        mine: runsOf(mine, here),
        state: differences.length === 0 ? 'same' : 'conflict',
        differences,
      }
    })

/** A thread and how much it ran. */
function runsOf(db: Database, thread: Row): NonNullable<ThreadMatch['mine']> {
  const { n, last } = db
    .prepare('SELECT count(*) AS n, max(started_at) AS last FROM runs WHERE thread_id = ?')
    .get(thread['id']!)!
  return {
    id: String(thread['id']),
    number: Number(thread['number']),
    name: String(thread['name']),
    runs: Number(n),
    lastRunAt: last === null ? null : Number(last),
  }
}

interface ThreadRow {
  readonly db: Database
  readonly row: Row
}

function differencesOf(mine: ThreadRow, theirs: ThreadRow): readonly string[] {
  const configuration = Object.entries(CONFIGURATION)
    .filter(([column]) => mine.row[column] !== theirs.row[column])
    .map(([, word]) => word)
  const here = runIds(mine)
  const extra = [...runIds(theirs)].filter((id) => !here.has(id)).length
  if (extra === 0) return configuration
  return [...configuration, extra === 1 ? '1 run that is not here' : `${extra} runs that are not here`]
}

const runIds = ({ db, row }: ThreadRow): ReadonlySet<unknown> =>
  new Set(
    db
      .prepare('SELECT id FROM runs WHERE thread_id = ?')
      .all(row['id']!)
      .map((run) => run['id']),
  )
