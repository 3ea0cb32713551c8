import { metricProblem, newMetric, type Metric, type MetricSpec } from '../../../../shared/attempts/metric.ts'
import { limitNotice } from '../../../../shared/attempts/metrics/metric-changes.ts'
import { noiseFloor } from '../../../../shared/attempts/noise.ts'
import type { ApprovalRequest } from '../../../../shared/agents/approval.ts'
import type { MetricView } from '../../../../shared/contract/attempts.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { metricTask } from '../../attempts/metric-task.ts'
import { WRITES_KEY } from '../../attempts/meter-writes.ts'
import { LIMIT_ALERT } from '../../attempts/limits.ts'
import { tryMetric } from '../../attempts/try-metric.ts'
import { hindrancesOf } from '../../attempts/hindrances.ts'
import { lookup, type ApiErrors } from '../lookup.ts'
import { os, type CoreParts } from '../parts.ts'

/** By what the work of threads is measured; what is executed is a person's to say. */
export function metricHandlers(parts: CoreParts) {
  const { ports, store, engine } = parts
  const { threadOr, trustedOr } = lookup(store)
  return {
    list: os.metrics.list.handler(() =>
      Promise.all(
        store.attempts.metrics().map(async (metric) => viewOf(metric, await requestOf(metric, parts), parts)),
      ),
    ),
    preview: os.metrics.preview.handler(async ({ input, errors }) => {
      const thread = trustedOr(input.id, errors)
      const metric = newMetric(thread.id, checkedSpec(thread.id, input.spec, parts, errors))
      return viewOf(metric, await requestOf(metric, parts), parts)
    }),
    save: os.metrics.save.handler(async ({ input, context, errors }) => {
      const thread = trustedOr(input.id, errors)
      const metric = newMetric(thread.id, checkedSpec(thread.id, input.spec, parts, errors))
      const request = await requestOf(metric, parts)
      if (metric.command !== null && request === null)
        throw errors.INVALID({
          message: `\`${metric.command}\` cannot be measured by: its first word is no program here, or it is several commands.`,
        })
      if ((request?.hash ?? '') !== input.hash) throw errors.CONFLICT({ message: CHANGED })
      const digests = await ports.repositories.digests(thread.repoPath, metric.files)
      const missing = metric.files.find((file) => (digests[file] ?? null) === null)
      if (missing !== undefined)
        throw errors.INVALID({
          message: `${missing} is no file of the repository, so nobody could tell that it changed.`,
        })
      const before = engine.desk.metric(thread.id)
      const { folder } = metric
      const isNew = folder !== null && folder !== before?.folder
      const passedOver = isNew ? await engine.desk.dropped.passOver(thread, folder) : 0
      const isSame = before?.command === metric.command && before.team === metric.team
      const goesOn = limitsGoOn(before, metric)
      store.together(() => {
        if (request !== null) store.permissions.approve(thread.id, request, ports.clock.now())
        store.attempts.saveMetric({
          ...metric,
          digests,
          noise: isSame ? before.noise : null,
          ...(goesOn ? { since: before.since, reached: before.reached } : { since: store.attempts.here() }),
        })
        engine.desk.ledger.turn(metric.team, metric.direction)
        store.alerts.resolve(thread.id, overBy(goesOn), ports.clock.now())
      })
      ports.log('info', 'authority.changed', { threadId: thread.id, what: 'metric', origin: context.origin })
      return {
        ...viewOf(engine.desk.metric(thread.id)!, request, parts),
        passedOver,
        isCountedAnew: !goesOn,
        hindrances: await hindrancesOf(thread, metric, ports),
      }
    }),
    ...trialHandler(parts),
    remove: os.metrics.remove.handler(({ input, context, errors }) => {
      const thread = threadOr(input.id, errors)
      const isRemoved = store.together(() => {
        store.alerts.resolve(thread.id, [...overBy(false), 'metric:jump'], ports.clock.now())
        return store.attempts.removeMetric(thread.id)
      })
      if (!isRemoved) throw errors.NOT_FOUND({ message: `The work of "${thread.name}" is not measured.` })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: 'metric removed',
        origin: context.origin,
      })
    }),
  }
}

/** What was used of the limits stays used as long as they, and what they limit, stay the same. */
const limitsGoOn = (before: Metric | null, { team, direction, limits }: MetricSpec): before is Metric =>
  before !== null &&
  before.team === team &&
  before.direction === direction &&
  JSON.stringify(before.limits) === JSON.stringify({ ...before.limits, ...limits })

const ALERTS_OF_METRIC = [
  'metric:approval',
  'metric:touched',
  'metric:broken',
  'metric:folder',
  'metric:files',
  WRITES_KEY,
]
/** What is over once a person has set the metric anew. A question about limits that go on is not answered by it. */
const overBy = (goesOn: boolean): string[] => (goesOn ? ALERTS_OF_METRIC : [...ALERTS_OF_METRIC, LIMIT_ALERT])

/** A measurement that counts for nothing. */
function trialHandler(parts: CoreParts) {
  const { ports, store } = parts
  const { trustedOr } = lookup(store)
  return {
    try: os.metrics.try.handler(async ({ input, context, signal, errors }) => {
      const thread = trustedOr(input.id, errors)
      const metric = newMetric(thread.id, checkedSpec(thread.id, input.spec, parts, errors))
      const request = await requestOf(metric, parts)
      if (request === null) throw errors.INVALID({ message: 'There is no command to try.' })
      if (request.hash !== input.hash) throw errors.CONFLICT({ message: CHANGED })
      if (store.runs.running().some(({ threadId }) => threadId === thread.id))
        throw errors.INVALID({
          message: `A run of "${thread.name}" goes on, which a measurement would disturb.`,
        })
      ports.log('info', 'authority.changed', {
        threadId: thread.id,
        what: 'metric tried',
        origin: context.origin,
      })
      const how = { hash: input.hash, signal: signal ?? new AbortController().signal }
      return tryMetric(parts, thread, metric, how)
    }),
  }
}

/** What cannot be a metric is the caller's error, thrown. */
function checkedSpec(
  id: ThreadId,
  spec: MetricSpec,
  parts: Pick<CoreParts, 'store'>,
  errors: Pick<ApiErrors, 'INVALID'>,
): MetricSpec {
  const problem = metricProblem(spec) ?? directionProblem(id, spec, parts)
  if (problem !== null) throw errors.INVALID({ message: problem })
  return spec
}

/** Scores of one team are compared, so that it has one direction; null: it has. */
function directionProblem(
  id: ThreadId,
  spec: MetricSpec,
  { store }: Pick<CoreParts, 'store'>,
): string | null {
  const other = store.attempts.metrics().find(({ threadId, team }) => threadId !== id && team === spec.team)
  if (other === undefined || other.direction === spec.direction) return null
  const name = store.threads.get(other.threadId)?.name ?? ''
  return `In the team "${spec.team}" ${other.direction} is better, as the thread "${name}" has it; a team has one direction. Nothing was saved.`
}

const CHANGED = 'What would be executed changed since it was shown. Nothing was saved.'

/** null: none, or it cannot be started. */
async function requestOf(
  { threadId, command }: Metric,
  { ports, store }: CoreParts,
): Promise<ApprovalRequest | null> {
  const thread = store.threads.get(threadId)
  if (command === null || thread === null || thread.trustedAt === null) return null
  const [request, second] = await ports.repositories.listCommands(thread.repoPath, [metricTask(command)])
  return second === undefined ? (request ?? null) : null
}

function viewOf(
  { noise, digests: _digests, since: _since, ...metric }: Metric,
  request: ApprovalRequest | null,
  { store }: CoreParts,
): MetricView {
  const thread = store.threads.get(metric.threadId)
  const approvals = store.permissions.approvals(metric.threadId)
  return {
    ...metric,
    threadNumber: thread?.number ?? 0,
    threadName: thread?.name ?? '',
    noise: noise === null ? null : noiseFloor(noise),
    request,
    notice: thread === null ? null : limitNotice(metric, thread.agent),
    isApproved: metric.command === null || (request !== null && approvals.has(request.hash)),
  }
}

export const metricView = async (metric: Metric, parts: CoreParts): Promise<MetricView> =>
  viewOf(metric, await requestOf(metric, parts), parts)
