import type { SettingsChange } from '../../../shared/settings/settings.ts'
import { ZOOM, zoomed } from '../../../shared/settings/zoom.ts'
import type { AppContext } from '../../client/bridge.ts'
import { write } from '../../client/write.ts'

export const changeSettings = (app: AppContext, change: SettingsChange, done: string): void =>
  void write(app, app.api.settings.change, change, { done })

/** `by` in percent; null: the usual size. */
export function zoom(app: AppContext, by: number | null): void {
  const before = app.live.getState().fleet?.settings.zoomPercent ?? ZOOM.usual
  const zoomPercent = zoomed(before, by)
  if (zoomPercent === before) return
  // Shown at once: the next key counts from here, however soon it comes.
  const show = (percent: number): void =>
    app.live.setState(({ fleet }) =>
      fleet === null ? {} : { fleet: { ...fleet, settings: { ...fleet.settings, zoomPercent: percent } } },
    )
  show(zoomPercent)
  void write(app, app.api.settings.change, { zoomPercent }).then((done) => done === null && show(before))
}
