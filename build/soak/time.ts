import { CLOCKS, compare, COMPARED, nothingYet } from '../../shared/schedule/testing/cron-compare.ts'
import { changesBetween } from '../../shared/schedule/testing/cron-oracle.ts'
import { randomFrom } from '../../shared/playbook/testing/heartbeat-fuzz.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'

/**
 * `npm run soak:time [-- FIRST_YEAR YEARS SEED]`: every zone this runtime knows, around each change of its
 * clocks and in one ordinary stretch, against an oracle that looks at a clock in each minute; exits 1 when
 * a due time is missed or doubled.
 */
const [firstYear = 2010, years = 20, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number)
const [from, to] = [Date.UTC(firstYear, 0, 1), Date.UTC(firstYear + years, 0, 1)]
const random = randomFrom(seed)
const AROUND_MS = 14 * HOUR // with the change itself more than a whole local day
const ORDINARY_MS = 5 * DAY
const startedAt = performance.now()

const sum = nothingYet()
const zones = Intl.supportedValuesOf('timeZone')
let transitions = 0
for (const zone of zones) {
  for (const change of changesBetween(from, to, 12 * HOUR, zone)) {
    transitions++
    const begin = change[0] - AROUND_MS
    compare(COMPARED, CLOCKS, zone, begin, (change[1] + AROUND_MS - begin) / MINUTE, sum, change)
  }
  const ordinary = from + Math.floor(random() * ((to - from - ORDINARY_MS) / MINUTE)) * MINUTE
  compare(COMPARED, CLOCKS, zone, ordinary, ORDINARY_MS / MINUTE, sum, [ordinary + DAY, ordinary + DAY])
}
for (const line of [...sum.missed, ...sum.doubled].slice(0, 60)) console.error(line)
console.log(
  `seed ${seed}: ${zones.length} zones, ${firstYear} to ${firstYear + years - 1}, ${transitions} transitions, ${sum.fires} fires compared, ` +
    `missed ${sum.missed.length}, doubled ${sum.doubled.length}, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
)
process.exitCode = sum.missed.length + sum.doubled.length > 0 ? 1 : 0
