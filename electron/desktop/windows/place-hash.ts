import type { OpenAt } from '../../../shared/views/tray/tray-menu.ts'

/** The address of a place in the page. */
export const placeHash = (at: OpenAt): string => {
  switch (at.page) {
    case 'today':
      return '#/'
    case 'settings':
      return '#/settings'
    case 'inbox':
      return '#/inbox'
    case 'first_run':
      return '#/first-run?step=what'
    case 'diagnostics':
      return '#/settings/advanced'
    case 'updates':
      return '#/settings/updates'
    case 'report':
      return '#/settings/advanced?report'
    case 'link':
      return `#/link?to=${encodeURIComponent(at.link)}`
    case 'thread':
    case 'run':
      return `#/${at.page}/${encodeURIComponent(at.id)}`
  }
}
