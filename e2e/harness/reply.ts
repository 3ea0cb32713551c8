/** What a test's agent answers, and the picture that it leaves. */

export const REPLY = [
  'The working tree has **3 changed files**, and `origin/main` is two commits ahead.',
  '',
  '1. `src/rank.ts` and `src/score.ts` were changed on both sides.',
  '2. I could not run the tests: `npm test` was refused.',
  '',
  '```',
  'CONFLICT (content): Merge conflict in src/rank.ts',
  '```',
  '',
  'More in [the pull request](https://github.com/example/checkout/pull/41).',
].join('\n')

/** A PNG of two pages side by side, 240 × 140 pixels, base64. */
export const PICTURE =
  'iVBORw0KGgoAAAANSUhEUgAAAPAAAACMCAIAAADN17N/AAAB00lEQVR42u3SoQ2AMBRFUTxrsFMXQeIZgYmYBEtAgAfxNaoJaZtz8yZ4Od2QVrNm1rnAgDYD2gxoM6ANaDOgzYA2A9oMaAPaDGgzoM2ANgPagDYD2gxoM6DNgDagzaoD/UgNBbSAloCWgJaAFtAS0BLQEtAS0AJaAloCWgJaAlpAS0BLQEtlgZ7mxWKZT/ZjshjQQAMNNNBAAw000EADDTTQQAMNNNBAAw000EADDTTQQAMN9L+g9/OyWOaT231YDGiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEG2oAGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBNqCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBNqCBBhpooIEGGmiggQYaaKCBBhpooIEGGmiggQYaaKCBBhpooKsFLRUV0AJaAloCWgJaQEtAS0BLQEtAC2gJaAloCWgJaAEtAS0BLQEtffYCrMpj6j8JaH4AAAAASUVORK5CYII='
