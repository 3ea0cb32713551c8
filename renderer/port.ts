/**
 * A fresh channel, whose other end goes to whoever serves the contract. The preload passes it on to the main process; a
 * page that is not ours cannot send this to us, nor we to it.
 */
export function portToHost(): MessagePort {
  const { port1, port2 } = new MessageChannel()
  window.postMessage('threadbeat:port', '*', [port2])
  return port1
}
