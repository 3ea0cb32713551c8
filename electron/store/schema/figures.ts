/**
 * Figures are sums over facets, by day and by hour, for each thread and, under thread 0, for the fleet.
 *
 * The bounds are a copy of those of shared/history: what stands in a database does not change with a
 * constant of the program.
 */
const BOUNDS_MS = [
  100, 250, 500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 960_000,
  1_920_000,
]
const LAST = BOUNDS_MS.length

const buckets = (each: (i: number) => string, between = ', '): string =>
  Array.from({ length: LAST + 1 }, (_, i) => each(i)).join(between)

function isIn(ms: string, i: number): string {
  const lower = i > 0 ? [`${ms} >= ${BOUNDS_MS[i - 1]}`] : []
  const upper = i < LAST ? [`${ms} < ${BOUNDS_MS[i]}`] : []
  return `coalesce(${[...lower, ...upper].join(' AND ')}, 0)`
}

/** A table of figures: which key its cells have, and which cell an instant falls into. */
interface Grid {
  readonly table: string
  readonly key: string
  cellOf(at: string): string
}
/** Days since 1970-01-01 by the date on the wall of this machine. */
const DAYS: Grid = {
  table: 'history_days',
  key: 'day',
  cellOf: (at) => `CAST(julianday(${at} / 1000.0, 'unixepoch', 'localtime') - 2440587.5 AS INTEGER)`,
}
const HOURS: Grid = { table: 'history_hours', key: 'hour', cellOf: (at) => `${at} / 3600000` }

const cells = ({ table, key }: Grid): string => `
  CREATE TABLE ${table} (
    thread INTEGER NOT NULL, -- 0: the fleet
    ${key} INTEGER NOT NULL,
    facet INTEGER NOT NULL,
    n INTEGER NOT NULL,
    slots INTEGER NOT NULL,
    starts INTEGER NOT NULL,
    micros INTEGER NOT NULL,
    ms INTEGER NOT NULL,
    ${buckets((i) => `d${i} INTEGER NOT NULL`)},
    PRIMARY KEY (thread, ${key}, facet)
  ) STRICT, WITHOUT ROWID;`
export const FIGURES_SCHEMA = cells(DAYS) + cells(HOURS)

const SUMS = ['n', 'slots', 'starts', 'micros', 'ms', ...BOUNDS_MS.map((_, i) => `d${i}`), `d${LAST}`]

const add = ({ table, cellOf }: Grid, thread: string): string => `
    INSERT INTO ${table} VALUES (${thread}, ${cellOf('new.at')}, new.facet,
        1, new.count, new.started, new.micros, coalesce(new.ms, 0),
        ${buckets((i) => isIn('new.ms', i))})
      ON CONFLICT DO UPDATE SET ${SUMS.map((c) => `${c} = ${c} + excluded.${c}`).join(', ')};`
/** In a trigger: the row `new` is counted, for its thread and for the fleet. */
export const COUNT_NEW = add(DAYS, '0') + add(DAYS, 'new.thread') + add(HOURS, '0') + add(HOURS, 'new.thread')

const take = ({ table, key, cellOf }: Grid): string => `
    UPDATE ${table} SET n = n - 1, slots = slots - old.count, starts = starts - old.started,
        micros = micros - old.micros, ms = ms - coalesce(old.ms, 0),
        ${buckets((i) => `d${i} = d${i} - ${isIn('old.ms', i)}`)}
      WHERE thread IN (0, old.thread) AND ${key} = ${cellOf('old.at')} AND facet = old.facet;
    DELETE FROM ${table}
      WHERE thread IN (0, old.thread) AND ${key} = ${cellOf('old.at')} AND facet = old.facet AND n <= 0;`
/** In a trigger: the row `old` is counted no more. */
export const UNCOUNT_OLD = take(DAYS) + take(HOURS)

const pay = ({ table, key, cellOf }: Grid): string => `
    UPDATE ${table} SET micros = micros + new.micros - old.micros
      WHERE thread IN (0, new.thread) AND ${key} = ${cellOf('new.at')} AND facet = new.facet;`
/** In a trigger: what the row cost has changed. */
export const COUNT_COST = pay(DAYS) + pay(HOURS)

const forget = ({ table, key }: Grid): string => `
    UPDATE ${table} AS f SET ${SUMS.map((c) => `${c} = f.${c} - t.${c}`).join(', ')} FROM ${table} t
      WHERE f.thread = 0 AND t.thread = old.number AND f.${key} = t.${key} AND f.facet = t.facet;
    DELETE FROM ${table} WHERE thread = old.number OR (thread = 0 AND n <= 0);`
/** In a trigger: all figures of the thread `old` go. */
export const FORGET_THREAD = forget(DAYS) + forget(HOURS)

/** Statements that count the rows of `history` that fit `from`; what was counted of them must be gone. */
const fill = ({ table, cellOf }: Grid, from: string): readonly string[] =>
  ['0', 'thread'].map(
    (thread) => `
  INSERT INTO ${table}
    SELECT ${thread}, ${cellOf('h.at')}, h.facet, count(*), sum(count), sum(started), sum(micros),
      coalesce(sum(ms), 0), ${buckets((i) => `sum(${isIn('h.ms', i)})`)}
    FROM history h JOIN history_facets f ON f.id = h.facet
    WHERE f.outcome <> 'running' AND ${from} GROUP BY 1, 2, 3`,
  )
export const FILL_DAYS = (from: string): readonly string[] => fill(DAYS, from)
export const FILL_HOURS = (from: string): readonly string[] => fill(HOURS, from)
