/** Licences ask that their text goes where the code goes: of every package that a bundle holds a part of. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../machine/machine.mjs'

const TEXT = /^(licen[cs]e|copying|notice|ofl)([-._].*)?$/i

/**
 * The folders of the packages that files belong to, sorted by name; files of the project itself belong to none.
 * `files`: absolute or below the checkout.
 */
export function packagesOf(files) {
  const found = new Set()
  for (const file of files) {
    const whole = path.resolve(root, file.replace(/^\0+|[?#].*$/g, ''))
    const at = whole.lastIndexOf(`${path.sep}node_modules${path.sep}`)
    if (at === -1) continue
    const [scope, name] = whole.slice(at + '/node_modules/'.length).split(path.sep)
    const folder = path.join(
      whole.slice(0, at),
      'node_modules',
      scope.startsWith('@') ? `${scope}/${name}` : scope,
    )
    if (existsSync(path.join(folder, 'package.json'))) found.add(folder)
  }
  return [...found].sort((a, b) => (path.basename(a) < path.basename(b) ? -1 : 1))
}

/** → a notice, see notices.d.mts. */
export function noticeOf(folder) {
  const { name, version, license, repository, homepage, versions, dependencies } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
  return {
    name,
    version,
    licence: typeof license === 'string' ? license : (license?.type ?? 'not stated'),
    home: homepage ?? (typeof repository === 'string' ? repository : repository?.url) ?? null,
    place: path.relative(root, folder).replaceAll(path.sep, '/'),
    holds: versions ?? {},
    needs: Object.keys(dependencies ?? {}),
    texts,
  }
}

/** The whole file, a chapter for each package; the same text stands once. */
export function noticesText(notices) {
  const chapters = new Map()
  for (const notice of notices) {
    const text = notice.texts.join('\n\n') || `Licensed under ${notice.licence}.`
    chapters.set(text, [...(chapters.get(text) ?? []), notice])
  }
  return [
    'Threadbeat holds parts of these packages. Electron and Chromium have files of their own beside it.\n',
    ...[...chapters].map(([text, from]) =>
      [
        '-'.repeat(80),
        ...from.map(
          ({ name, version, licence, home }) =>
            `${name} ${version} (${licence})${home === null ? '' : `, ${home}`}`,
        ),
        '',
        text,
        '',
      ].join('\n'),
    ),
  ].join('\n')
}

/**
 * One list, twice: THIRD-PARTY.txt for people, in `dist` and for the window, and packages.json, of which the list of
 * parts is made once it is known which Electron a package gets.
 */
export function writeNotices(dist, folders) {
  const notices = folders.map(noticeOf)
  // For the window, and for the package, whose builder leaves what it puts beside the archive out of it.
  for (const folder of ['renderer', '.'])
    writeFileSync(path.join(dist, folder, 'THIRD-PARTY.txt'), noticesText(notices))
  const packages = notices.map(({ texts: _, ...bundled }) => bundled)
  writeFileSync(path.join(dist, 'packages.json'), JSON.stringify(packages, null, 1))
}
