import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DAY, HOUR } from '../../../shared/base/time.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Updates } from '../../engine/ports/desktop.ts'
import { ownImage } from '../../machine/process/own-command.ts'
import { app } from '../app.ts'
import { openExternal } from '../shell/open-external.ts'
import { createUpdates, type Feed } from './updates.ts'
import { whyNotReplaced } from './why-not-replaced.ts'

const RELEASES = 'https://github.com/threadbeat/threadbeat/releases'

/** Of this start. `restart`: the app's own, by way of its ordinary end. */
export function openUpdates(isDemo: boolean, restart: () => Promise<void>): Updates {
  const why = whyNone(isDemo)
  let feed: Promise<Feed> | null = null // its library keeps what was found, and is listened to once
  return createUpdates({
    current: app.getVersion(),
    way: why === null ? wayHere() : 'none',
    why,
    now: () => Date.now(),
    feed: () => (feed ??= import('./feed.ts').then((m) => m.createFeed(() => void restart()))),
    openPage: (version) => void openExternal(`${RELEASES}/tag/v${version}`),
  })
}

function whyNone(isDemo: boolean): string | null {
  if (isDemo) return 'This is the demo; the app beside it looks for newer versions.'
  if (!app.isPackaged) return 'This is a checkout of the source: git pull brings newer versions.'
  // Made by the builder of packages; a test puts its own there.
  return whyNotReplaced({
    platform: process.platform,
    image: ownImage(),
    has: (name) => existsSync(join(process.resourcesPath, name)),
  })
}

/** What a package manager installed is its to update. */
const wayHere = (): 'self' | 'page' => (process.platform === 'linux' && ownImage() === null ? 'page' : 'self')

/** Has newer versions looked for at the start and once a day, where a person has switched it on. Returns its end. */
export function lookDaily(
  updates: Updates,
  settings: () => Pick<Settings, 'updates'>,
): {
  /** The settings may have changed. */
  follow(): void
  end(): void
} {
  let askedAtMs = Number.NEGATIVE_INFINITY
  const look = (): void => {
    const { updates: channel } = settings()
    if (channel === 'off' || performance.now() - askedAtMs < DAY) return
    askedAtMs = performance.now()
    void updates.ask(channel)
  }
  let timer: NodeJS.Timeout | null = null
  return {
    follow() {
      const isOn = settings().updates !== 'off'
      if (isOn === (timer !== null)) return
      if (timer !== null) clearInterval(timer)
      timer = isOn ? setInterval(look, HOUR) : null
      look()
    },
    end() {
      if (timer !== null) clearInterval(timer)
    },
  }
}
