import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { RunDetail } from '../../../../shared/runs/run.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { threadOf, type App } from '../app.ts'
import { BEAT_MS, until } from '../bounds.ts'
import type { Case, Kind } from '../board.ts'
import { git, listOf, makeRepository } from '../repository.ts'
import { approveAll, beatOver, soundThread, tells } from '../watched.ts'

interface Damage {
  readonly name: string
  readonly isShort?: boolean
  /** The same again and again; each a repository of its own. */
  readonly rounds?: number
  readonly list?: string
  readonly damage: (repository: string, c: Case) => void
  /** After the first beat over it. */
  readonly then?: (
    c: Case,
    app: App,
    id: ThreadId,
    repository: string,
    run: RunDetail | null,
  ) => Promise<void>
}

const other = (c: Case): string =>
  makeRepository(path.join(c.folder, `other-${readdirSync(c.folder).length}`), {
    list: listOf('- [ ] Look at CANARY-OF-THE-OTHER'),
  })

/** Whatever stands there now was never trusted. */
async function isNotRead(c: Case, app: App, id: ThreadId, _: string, run: RunDetail | null): Promise<void> {
  const seen = JSON.stringify([await threadOf(app, id), run])
  c.check('letIn', !seen.includes('CANARY-OF-THE-OTHER'), 'what nobody trusted was read')
  c.check('letIn', run?.outcome !== 'quiet', 'a beat ran over what nobody trusted')
}

async function comesBack(c: Case, app: App, id: ThreadId, repository: string): Promise<void> {
  const isMissing = async (): Promise<boolean> => (await threadOf(app, id)).state === 'missing'
  c.check(
    'silent',
    (await isMissing()) || (await threadOf(app, id)).state === 'broken',
    'the state does not say so',
  )
  renameSync(`${repository}-away`, repository)
  const run = await beatOver(c, app, id, 'the folder that returned')
  c.check(
    'wedged',
    (run?.summary ?? '').includes('untracked'),
    `after its return the beat ended ${run?.outcome}`,
  )
  c.check('wedged', await until(async () => !(await isMissing()), BEAT_MS), 'it is still said to be missing')
}

const flipped = (file: string, random: () => number): void => {
  const bytes = readFileSync(file)
  for (let i = 0; i < 12; i++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256)
  writeFileSync(file, bytes)
}

function breakObjects(repository: string): void {
  const objects = path.join(repository, '.git/objects')
  for (const entry of readdirSync(objects, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) {
      const file = path.join(entry.parentPath, entry.name)
      rmSync(file)
      writeFileSync(file, 'no object\n')
    }
}

const DAMAGES: readonly Damage[] = [
  {
    name: 'its folder vanishes and returns',
    isShort: true,
    damage: (repository) => renameSync(repository, `${repository}-away`),
    then: comesBack,
  },
  {
    name: 'a link to another one in its place',
    damage: (repository, c) => {
      renameSync(repository, `${repository}-away`)
      symlinkSync(other(c), repository)
    },
    then: isNotRead,
  },
  {
    name: 'another one in its place',
    damage: (repository, c) => {
      const strange = other(c)
      renameSync(repository, `${repository}-away`)
      cpSync(strange, repository, { recursive: true })
    },
    then: isNotRead,
  },
  {
    name: 'damaged index',
    rounds: 4,
    damage: (repository, c) => flipped(path.join(repository, '.git/index'), c.random),
  },
  { name: 'no index', damage: (repository) => rmSync(path.join(repository, '.git/index')) },
  {
    name: 'damaged HEAD',
    rounds: 3,
    isShort: true,
    damage: (repository, c) =>
      writeFileSync(
        path.join(repository, '.git/HEAD'),
        ['this is no reference\n', '', '\0\0\0\0', 'ref: refs/heads/--help\n', `${'f'.repeat(40)}\n`][
          Math.floor(c.random() * 5)
        ]!,
      ),
  },
  { name: 'all objects damaged', isShort: true, damage: breakObjects },
  {
    name: 'a lock of the index left behind',
    isShort: true,
    damage: (repository) => writeFileSync(path.join(repository, '.git/index.lock'), ''),
    then: async (c, _app, _id, repository) =>
      c.check(
        'letIn',
        existsSync(path.join(repository, '.git/index.lock')),
        'the lock of another program was removed',
      ),
  },
  {
    name: 'its .git a file that leads to itself',
    damage: (repository) => {
      rmSync(path.join(repository, '.git'), { recursive: true })
      writeFileSync(path.join(repository, '.git'), 'gitdir: .git\n')
    },
  },
  {
    name: 'a merge in its middle',
    isShort: true,
    damage: (repository) => {
      git(repository, 'checkout', '-q', '-b', 'side')
      writeFileSync(path.join(repository, 'README.md'), 'side\n')
      git(repository, 'commit', '-q', '-am', 'side')
      git(repository, 'checkout', '-q', 'main')
      writeFileSync(path.join(repository, 'README.md'), 'main\n')
      git(repository, 'commit', '-q', '-am', 'main')
      try {
        git(repository, 'merge', 'side')
      } catch {
        // as wanted
      }
    },
  },
]

async function playDamage(c: Case, { name, rounds = 1, list, damage, then }: Damage): Promise<void> {
  const app = await c.lane.app()
  for (const round of c.some(Array.from({ length: rounds }, (_, i) => i))) {
    const repository = makeRepository(
      path.join(c.folder, `repo-${round}`),
      list === undefined ? {} : { list },
    )
    const id = await soundThread(c, app, repository)
    damage(repository, c)
    c.injected()
    const run = await beatOver(c, app, id, name)
    tells(c, run, name)
    await then?.(c, app, id, repository, run)
    await app.client.threads.remove({ id })
  }
}

/** A command waits until the other repository, or a link to it, stands in the place of its own. */
const duringBeat: Kind = {
  group: 'repository',
  name: 'another one in its place while its beat is on',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    for (const asLink of c.some([false, true])) {
      const folder = path.join(c.folder, String(asLink))
      const [hold, begun, gate] = ['hold', 'begun', 'gate'].map((name) => path.join(folder, name))
      const waits = `sh -c 'test -e ${hold} || exit 0; touch ${begun}; cat ${gate}'`
      const list = listOf(
        `- [ ] Run \`${waits}\``,
        '- [ ] Run `git status`; report uncommitted or untracked files',
      )
      const repository = makeRepository(path.join(folder, 'repo'), { list })
      const strange = makeRepository(path.join(folder, 'other'), { list })
      writeFileSync(path.join(strange, 'CANARY-OF-THE-OTHER'), 'never added\n')
      execFileSync('mkfifo', [gate!])
      const id = await soundThread(c, app, repository, { isApproved: false })
      await approveAll(c, app, id)
      writeFileSync(hold!, '')
      const beat = beatOver(c, app, id, 'an exchange')
      c.check('wedged', await until(() => Promise.resolve(existsSync(begun!)), BEAT_MS), 'no command began')
      renameSync(repository, `${repository}-away`)
      if (asLink) symlinkSync(strange, repository)
      else renameSync(strange, repository)
      c.injected()
      writeFileSync(gate!, 'go on\n')
      await isNotRead(c, app, id, repository, await beat)
      c.check('letIn', readFileSync(path.join(repository, 'HEARTBEAT.md'), 'utf8') === list, 'it was written')
      await app.client.threads.remove({ id })
    }
  },
}

export const REPOSITORY_KINDS: readonly Kind[] = [
  ...DAMAGES.map((damage) => ({
    group: 'repository',
    name: damage.name,
    isShort: damage.isShort === true,
    play: (c: Case) => playDamage(c, damage),
  })),
  duringBeat,
]
