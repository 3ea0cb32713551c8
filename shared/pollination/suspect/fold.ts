import { oneLine } from '../../base/one-line.ts'

/** Letters of Cyrillic and Greek that look like Latin ones, as far as words of commands are made of them. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  з: '3',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  һ: 'h',
  ԁ: 'd',
  α: 'a',
  ε: 'e',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
}
const LOOKALIKES = new RegExp(`[${Object.keys(LOOKS_LIKE).join('')}]`, 'g')

/** One line in small letters, without accents, other widths and styles of letters and the marks of Markdown. */
export const foldWords = (text: string): string =>
  oneLine(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[*~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '')

/** As well with letters of other alphabets as the Latin ones that they look like. */
export const foldLookalikes = (folded: string): string =>
  folded.replace(LOOKALIKES, (letter) => LOOKS_LIKE[letter] ?? letter)

/** As a shell reads it: without quotation marks, escapes and the ways to write a blank. */
export const foldShell = (folded: string): string =>
  folded
    .replace(/\$\{ifs[^}]{0,20}\}|\$ifs(?:\$\d)?/g, ' ')
    .replace(/["'\\^]/g, '')
    .replace(/\$\{?@\}?/g, '')
