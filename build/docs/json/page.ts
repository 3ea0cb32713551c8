import { cliProgram, jsonCommands, type JsonCommand } from './printed.ts'
import { oneOf, Shapes, TIME_PATTERN, type Shape } from './shape.ts'

/** What the commands print, as the compiler knows it. */
interface Printed {
  readonly commands: readonly (JsonCommand & { readonly shape: Shape })[]
  readonly shapes: Shapes
}

/** Takes a few seconds: the compiler reads the whole command line. */
export function printedJson(): Printed {
  const program = cliProgram()
  const checker = program.getTypeChecker()
  const shapes = new Shapes(program)
  const commands = jsonCommands(program).map((command) => ({
    ...command,
    shape: oneOf(command.values.map((value) => shapes.of(checker.getTypeAtLocation(value)))),
  }))
  return { commands, shapes }
}

/** The schema that what a command prints is held against; of `tail` for one line. null: there is no such command. */
export function schemaOf({ commands, shapes }: Printed, name: string): object | null {
  const shape = commands.find((command) => command.name === name)?.shape
  if (shape === undefined) return null
  const words = Object.entries(shapes.words).map(([key, { meanings }]) => [
    key,
    { enum: Object.keys(meanings) },
  ])
  return { ...shape, $defs: { ...shapes.definitions, ...Object.fromEntries(words) } }
}

const HEAD = `# JSON

<!-- Written from the types of the code by \`npm run docs\`; tests hold that it is true. -->

What a command prints with \`--json\`: one value, on the standard output; notes for a person go to the standard
error. Shapes grow, fields that are here stay.

- A field that is not marked *optional* is always there. What \`null\` means stands with its field, where it is not
  plainly "there is none".
- A *time* is text such as \`2026-11-22T09:41:00.000Z\`, in UTC. Where a number is one, the field says so.
- An id is text; what it begins with says of what it is (\`thr_\`, \`run_\`, \`alt_\` …).
- What hides or moves a cursor stands as an escape of JSON, so that what is parsed is exact.
- Exit codes: 0, or 1 where it could not be done (then a sentence stands on the standard error and nothing is
  printed, or what was found says what failed), and 2 for wrong usage. Further ones stand with their command: 10 an
  alert, 20 urgent, 30 broken or needs a permission, 40 missed.
`

/** docs/json.md */
export function jsonPage({ commands, shapes }: Printed): string {
  const definitions = Object.entries(shapes.definitions).sort(byName)
  const words = Object.entries(shapes.words).sort(byName)
  return [
    HEAD,
    '## Commands\n',
    ...commands.flatMap(commandLines),
    '## Shapes\n',
    ...definitions.flatMap(([name, shape]) => [
      `### ${name}\n`,
      ...(name === SETTINGS ? ['What each means stands in [the settings](settings.md).\n'] : []),
      ...tableOf(shape),
      '',
    ]),
    '## Words\n',
    ...words.flatMap(([name, { meanings, description }]) => [
      `### ${name}\n`,
      ...(description === '' ? [] : [`${sentence(description)}\n`]),
      ...Object.entries(meanings).map(
        ([word, meaning]) => `- \`${word}\`${meaning === '' ? '' : `: ${meaning}`}`,
      ),
      '',
    ]),
  ].join('\n')
}

/** Its fields have a page of their own. */
export const SETTINGS = 'Settings'

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const sentence = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`

function commandLines({ name, shape, exitCodes, isLines }: Printed['commands'][number]): readonly string[] {
  return [
    `### \`threadbeat ${name}\`\n`,
    ...(isLines ? ['One object a line, as it happens.\n'] : []),
    ...(shape.anyOf ?? [shape]).flatMap((way, n) => [
      `${n === 0 ? sentence(typeOf(way)) : `Or: ${typeOf(way)}.`}\n`,
      ...tableOf(way),
      ...(isPlain(way) ? [] : ['']),
    ]),
    ...(exitCodes.length === 0 ? [] : [`Further exit codes: ${exitCodes.join(', ')}.\n`]),
  ]
}

/** The fields of an object, or of the objects of a list, in a table; none: it has none here. */
function tableOf(shape: Shape): readonly string[] {
  const rows = rowsOf(shape, shape.type === 'array' ? '[].' : '')
  return rows.length === 0 ? [] : ['| field | type | |', '| --- | --- | --- |', ...rows.map(rowText)]
}
const isPlain = (shape: Shape): boolean => tableOf(shape).length === 0

interface Row {
  readonly name: string
  readonly more: readonly string[] // optional, or of which form
  readonly type: string
  readonly meaning: string
}
const rowText = ({ name, more, type, meaning }: Row): string =>
  `| ${[`\`${name}\``, ...more].join(', ')} | ${cell(type)} | ${cell(meaning)} |`

function rowsOf(shape: Shape, above: string): readonly Row[] {
  const own = Object.entries(shape.properties ?? {}).flatMap(([key, field]) => {
    const name = `${above}${key}`
    const more = shape.required?.includes(key) === true ? [] : ['optional']
    return [
      { name, more, type: typeOf(field), meaning: field.description ?? '' },
      ...rowsOf(field, `${name}${isList(field) ? '[]' : ''}.`),
    ]
  })
  const { items, anyOf, additionalProperties: others } = shape
  return [
    ...own,
    ...(items === undefined ? [] : rowsOf(items, above)),
    ...(others === undefined || others === false ? [] : rowsOf(others, `${above}*.`)),
    ...(anyOf === undefined ? [] : formRows(anyOf, above)),
  ]
}

/** Of several forms: what they all have once, the rest with the form that has it. */
function formRows(forms: readonly Shape[], above: string): readonly Row[] {
  const objects = forms.map((form) => rowsOf(form, above)).filter((rows) => rows.length > 0)
  if (objects.length < 2) return objects.flat()
  const key = forms.map(marksOf).reduce((all, marks) => all.filter((mark) => marks.includes(mark)))[0]
  const isCommon = (row: Row): boolean =>
    objects.every((rows) => rows.some((one) => rowText(one) === rowText(row)))
  const common = (objects[0] ?? []).filter(isCommon)
  return [
    ...common,
    ...objects.flatMap((rows, n) => {
      const mark = rows.find(({ name }) => name === `${above}${key}`)?.type
      const form = mark === undefined ? `form ${n + 1} of ${objects.length}` : `with \`${key}\` ${mark}`
      return rows.filter((row) => !isCommon(row)).map((row) => ({ ...row, more: [...row.more, form] }))
    }),
  ]
}

/** Fields that always have the same word. */
const marksOf = ({ properties }: Shape): readonly string[] =>
  Object.entries(properties ?? {}).flatMap(([key, field]) => (field.enum?.length === 1 ? [key] : []))

const isList = (shape: Shape): boolean => shape.type === 'array' || (shape.anyOf ?? []).some(isList)

/** In words; objects without a name are said in full below. */
function typeOf(shape: Shape): string {
  if (shape.$ref !== undefined) {
    const name = shape.$ref.slice('#/$defs/'.length)
    return `[${name}](#${name.toLowerCase()})`
  }
  if (shape.enum !== undefined) return shape.enum.map((value) => `\`${JSON.stringify(value)}\``).join(', ')
  if (shape.anyOf !== undefined) {
    const nullLast = [...shape.anyOf].sort((a, b) => Number(a.type === 'null') - Number(b.type === 'null'))
    return nullLast.map(typeOf).join(', or ')
  }
  if (shape.pattern === TIME_PATTERN) return 'time'
  if (shape.type === 'array') return `list of ${typeOf(shape.items ?? {})}`
  if (shape.type === 'object') return objectWords(shape)
  const words = { string: 'text', number: 'number', boolean: 'true or false', null: '`null`' } as const
  return shape.type === undefined ? 'any JSON' : words[shape.type]
}

function objectWords({ additionalProperties, properties }: Shape): string {
  if (additionalProperties === undefined || additionalProperties === false) return 'object'
  const named = Object.keys(properties ?? {}).length > 0 ? 'object, with further keys' : 'object by key'
  return `${named}: ${typeOf(additionalProperties)}`
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
