import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { startApp, type App } from './app.ts'
import type { Command } from './command.ts'

/** Plays one case after the other, most of them on one app that stays. */
export interface Lane {
  readonly command: Command
  /** The one that stays; started when it is asked for first. */
  app(): Promise<App>
  /** What comes is played on another one: this one is in an unknown state. */
  anew(): Promise<void>
}

export function openLane(command: Command): Lane {
  let app: Promise<App> | null = null
  return {
    command,
    app: () => (app ??= startApp(command, newFolder(command.root))),
    async anew() {
      const old = app
      app = null
      await (await old?.catch(() => null))?.end()
    },
  }
}

/** Short: a socket's path has at most a hundred characters. */
export function newFolder(root: string): string {
  mkdirSync(root, { recursive: true })
  return mkdtempSync(path.join(root, 'a'))
}
