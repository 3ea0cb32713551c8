import type { Define } from '../kit/command.ts'
import { serve } from './serve.ts'
import { startInTmux, TMUX_SESSION } from './tmux.ts'

export const startCommand: Define = (command, cx) =>
  command
    .description('as serve, and able to go on in the background')
    .option('--heartbeat-now', 'beat every thread that is on once, at once')
    .option('--tmux', `in a tmux session of its own, named ${TMUX_SESSION}, that you can attach to`)
    .action((o: { heartbeatNow?: true; tmux?: true }) => {
      const beatsNow = o.heartbeatNow === true
      return o.tmux === true
        ? startInTmux(cx, beatsNow)
        : serve(cx, { demo: false, beatsNow, withoutHistory: false })
    })
