import type { Suppression } from '../../../../shared/alerts/alert.ts'
import type { BeatTrouble, Incident, IncidentClass } from '../../../../shared/alerts/incident.ts'
import type { IncidentId, RunId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'

export interface IncidentsRoom {
  /** A beat that ended, in the transaction of its end. */
  noteBeat(runId: RunId, beat: BeatTrouble): void
  /** Whether a beat since then ended with any trouble. */
  isTroubledSince(at: Instant): boolean
  beatsSince(at: Instant): readonly BeatTrouble[]
  /** Those that go on, and those that ended since then; newest first. */
  list(endedSince: Instant): readonly Incident[]
  add(cause: IncidentClass, members: Incident['members'], now: Instant): Incident
  change(
    id: IncidentId,
    change: {
      readonly members?: Incident['members']
      readonly resolvedAt?: Instant | null
      readonly acknowledgedAt?: Instant | null
      readonly cameBack?: number
      readonly told?: { readonly at: Instant } | { readonly suppressedBy: Suppression }
    },
  ): void
  /**
   * Goes on, and nobody was told of it yet; suppressedBy: what its threads say about banners, which may
   * change.
   */
  untold(): readonly (Incident & { readonly suppressedBy: Suppression | null })[]
}
