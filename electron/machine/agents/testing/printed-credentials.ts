import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { credentials } from '../../../../shared/base/secrets/testing/credentials.ts'

/** Prints the pieces of a JSON file one after the other, each when the one before has been taken. */
const PRINTER = `
const { pieces, code } = JSON.parse(require('node:fs').readFileSync(process.argv[2], 'utf8'))
const print = async () => {
  for (const { to, text } of pieces) await new Promise((next) => process[to].write(text, next))
  process.stdout.write((process.env.CANARY ?? '') + '\\n' + JSON.stringify(process.env) + '\\n', () => process.exit(code))
}
process.stdin.on('error', () => {}).resume()
print()
`

/** Every credential in every place; `letter` is what they are made of, and nothing else that is printed. */
export function placed(letter: string): readonly string[] {
  return credentials(letter).flatMap((secret) => [
    `${secret}\n`,
    `It said ${secret} and ${secret}, ${secret}.\r\n`,
    `${JSON.stringify({ said: `one\n${secret}\ntwo`, deep: JSON.stringify({ secret }) })}\n`,
    `curl -H 'Authorization: Bearer ${secret.split('\n')[0]!}' "https://example.org/?a=1&b=${secret}"\n`,
    `SOME_KEY=${secret}\n\u001b[31m${secret}\u001b[0m\n`,
  ])
}

/** Cut in the middle of each. */
export const halves = (text: string): readonly string[] => [
  text.slice(0, Math.floor(text.length / 2)),
  text.slice(Math.floor(text.length / 2)),
]

/** One line without an end, longer than anything that is kept whole. */
export function flood(letter: string, bytes: number): string {
  const unit = credentials(letter)
    .filter((secret) => !secret.includes('\n'))
    .map((secret) => `${'0123456789'.repeat(9)} ${secret} `)
    .join('')
  return unit.repeat(Math.ceil(bytes / unit.length))
}

/** The argument list of a program that prints them and ends with this code. */
export function printerOf(
  folder: string,
  name: string,
  pieces: readonly string[],
  { code = 0, to = 'stdout' }: { readonly code?: number; readonly to?: 'stdout' | 'stderr' } = {},
): readonly string[] {
  const [script, list] = [join(folder, 'printer.cjs'), join(folder, `${name}.json`)]
  writeFileSync(script, PRINTER)
  writeFileSync(list, JSON.stringify({ pieces: pieces.map((text) => ({ to, text })), code }))
  return [process.execPath, script, list]
}

/** What stands in a text of these letters, and of these values; a part of a credential is one as well. */
export function leaked(text: string, letters: string, values: readonly string[]): readonly string[] {
  const parts = [...letters].flatMap((letter) => [letter.repeat(10), letter.toUpperCase().repeat(10)])
  return [...parts, ...values].flatMap((part) => {
    const at = text.indexOf(part)
    return at === -1 ? [] : [`${part}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 80))}`]
  })
}
