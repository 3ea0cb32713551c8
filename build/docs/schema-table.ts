/** A part of a JSON schema, as far as these pages show it. */
export interface JsonSchema {
  readonly type?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly examples?: readonly unknown[]
  readonly default?: unknown
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
}

/** A row for each key; those of an object or of a list of objects stand below it as `outer.inner`. */
export function schemaTable(schema: JsonSchema): string {
  return ['| key | values | |', '| --- | --- | --- |', ...rows(schema, '', '')].join('\n')
}

/** `where`: of which shape the keys are, where there are several. */
function rows(schema: JsonSchema, above: string, where: string): readonly string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, value]) => {
    if (where !== '' && key === SHAPE) return []
    const name = `${above}${key}`
    const inside = `${name}${value.items === undefined ? '' : '[]'}.`
    const inner = value.items ?? value
    const isOptional = schema.required?.includes(key) !== true || value.default !== undefined
    const more = [where, isOptional ? 'optional' : ''].filter((word) => word !== '')
    return [
      `| ${[`\`${name}\``, ...more].join(', ')} | ${cell(valuesOf(value))} | ${cell(value.description ?? '')} |`,
      ...rows(inner, inside, ''),
      ...(inner.oneOf ?? []).flatMap((way) =>
        rows(way, inside, `with \`${SHAPE}\` ${code(way.properties?.[SHAPE]?.const)}`),
      ),
    ]
  })
}

/** The key that tells shapes apart. */
const SHAPE = 'do'

function valuesOf(value: JsonSchema): string {
  if (value.const !== undefined) return code(value.const)
  if (value.enum !== undefined) return value.enum.map(code).join(', ')
  const ways = value.anyOf ?? value.oneOf
  if (ways !== undefined && ways.every((way) => way.properties === undefined))
    return ways.map(valuesOf).join(', or ')
  if (value.type === 'array')
    return `list${value.maxItems === undefined ? '' : `, at most ${n(value.maxItems)}`}`
  const words = { string: 'text', boolean: 'true, false', number: 'number', integer: 'whole number' }
  const type = words[value.type as keyof typeof words] ?? 'object'
  const bounds = [
    value.maxLength === undefined ? '' : `at most ${n(value.maxLength)} characters`,
    value.minimum === undefined || value.maximum === undefined
      ? ''
      : `${n(value.minimum)} to ${n(value.maximum)}`,
    value.examples === undefined ? '' : `as ${value.examples.map(code).join(', ')}`,
  ]
  return [type, ...bounds.filter((bound) => bound !== '')].join(', ')
}

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``
const n = (value: number): string => value.toLocaleString('en')
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
