import { defineConfig } from 'vitest/config'

export default defineConfig({
  cacheDir: 'node_modules/.cache/vitest',
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['{shared,electron,build}/**/*.test.ts', 'renderer/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'window',
          environment: 'happy-dom',
          include: ['renderer/**/*.test.tsx'],
        },
      },
    ],
  },
})
