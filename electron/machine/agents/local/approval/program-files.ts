import type { CommandFile } from '../../../../../shared/agents/approval.ts'
import { manifestText, part, sha256, textOf, whole } from './file-parts.ts'
import { homeOf, textIn, type Text } from './named-files.ts'
import { scriptsOf, workspaceManifests } from './package-scripts.ts'
import { stampedInside, type Place } from './place.ts'
import { CONFIGURES_SCRIPTS, RUNS_RECIPES, workingFolder, WORKSPACE_OPTION } from './programs.ts'
import { recipesOf } from './recipes.ts'

/** What of files decides what is executed, the texts that may name further ones, and what is shown of them. */
export interface Read {
  readonly parts: readonly string[]
  readonly texts: readonly Text[]
  readonly files: readonly CommandFile[]
  /** There is more than was looked at. */
  readonly isCut?: boolean
}

/** Of npm and its kind. `words`: those behind the program. */
export async function scripts(place: Place, program: string, words: readonly string[]): Promise<Read> {
  const { folder, rest } = workingFolder(words)
  const manifest = `${folder}package.json`
  const text = manifestText(await stampedInside(place, manifest))
  const { all, named, others } = scriptsOf(text, program, rest)
  const parts = [manifest, sha256(all)]
  // npm's own start script, where there is none.
  const texts = [...named.map(({ script }) => script), 'node server.js'].map((script) => ({
    text: script,
    home: folder,
  }))
  const around: CommandFile[] = []
  const folders = new Set(['', folder])
  for (const name of [...folders].flatMap((at) => CONFIGURES_SCRIPTS.map((file) => at + file))) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content === null) continue
    around.push(whole(name, content, true))
    texts.push(textIn(content, folder)) // a path in it is one from where the script runs
  }
  const packages = rest.some((word) => WORKSPACE_OPTION.test(word))
    ? await workspaceManifests(place.repoPath, folder, (name) => stampedInside(place, name))
    : { names: [], isCut: false }
  for (const name of packages.names) {
    const own = scriptsOf(manifestText(await stampedInside(place, name)), program, rest)
    parts.push(name, sha256(own.all))
    around.push(...own.named.map((script) => part(name, script.text, script.line, true)))
    texts.push(...own.named.map(({ script }) => ({ text: script, home: homeOf(name) })))
  }
  return {
    parts,
    texts,
    isCut: packages.isCut,
    files: [
      ...named.map(({ line, text: script }) => part(manifest, script, line, false)),
      ...(others === '' ? [] : [part(manifest, others, null, true)]),
      ...around,
    ],
  }
}

/** The same of make and just; nothing of other programs. */
export async function recipes(place: Place, program: string, words: readonly string[]): Promise<Read> {
  const kind = RUNS_RECIPES.find((known) => known.program.test(program))
  if (kind === undefined) return { parts: [], texts: [], files: [] }
  const { folder, rest } = workingFolder(words)
  const parts: string[] = []
  const texts: Text[] = []
  const files: CommandFile[] = []
  const named = rest.filter((_, i) =>
    /^(?:-[A-Za-z]{0,3}f|--file|--makefile|--justfile)$/.test(rest[i - 1] ?? ''),
  )
  const included = rest.filter((_, i) => rest[i - 1] === '-I').map((one) => `${folder}${one}/`)
  for (const name of [...named, ...kind.files].map((file) => folder + file)) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content !== null) for (const home of [folder, ...included]) texts.push(textIn(content, home))
    if (content === null || files.length > 0) continue
    const { asked, others } = recipesOf(textOf(content), rest)
    files.push(...asked.map(({ line, text }) => part(name, text, line, false)))
    if (others !== '') files.push(part(name, others, null, true))
  }
  return { parts, texts, files }
}
