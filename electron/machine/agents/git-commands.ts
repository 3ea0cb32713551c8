/**
 * What no rule is needed for: Claude Code lets questions to git pass by itself as long as it knows each of
 * their options as harmless (`git log`, `diff`, `show`, `branch --merged` …). A rule of ours goes past that
 * check and takes all that follows its words. So a rule is open only where no option writes a file, runs a
 * program or reaches outside: not log, diff, show, shortlog, blame, rev-list and stash list (`--output`),
 * not grep (`-O`), not ls-remote and fetch (`--upload-pack`, also as `--exec` or cut short), not branch and
 * remote (`git branch -v x` makes a branch, `git remote -v add x` a remote).
 */
export const GIT_READS = [
  'git status',
  'git describe',
  'git rev-parse',
  'git ls-files',
  'git ls-tree',
  'git for-each-ref',
  'git merge-base',
  'git name-rev',
  'git check-ignore',
  'git count-objects',
] as const

/** Exactly these words and nothing after them. */
export const GIT_READS_EXACT = [
  'git log',
  'git log --oneline',
  'git diff',
  'git diff --stat',
  'git diff HEAD',
  'git diff --cached',
  'git show',
  'git show --stat',
  'git branch',
  'git branch --list',
  'git branch --show-current',
  'git branch -a',
  'git branch -r',
  'git branch -v',
  'git branch -vv',
  'git branch -av',
  'git branch -avv',
  'git tag',
  'git tag --list',
  'git stash list',
  'git worktree list',
  'git remote',
  'git remote -v',
] as const

/** Their one option with an effect, `--web`, is taken away by the environment: there is no browser. */
export const GH_READS = [
  'gh pr list',
  'gh pr view',
  'gh pr status',
  'gh pr checks',
  'gh pr diff',
  'gh issue list',
  'gh issue view',
  'gh issue status',
  'gh run list',
  'gh run view',
  'gh release list',
  'gh release view',
  'gh repo view',
  'gh workflow list',
  'gh workflow view',
  'gh search',
] as const

/**
 * What tidying needs: staging, committing, working on branches. Neither push nor what runs other programs
 * (rebase --exec, bisect run).
 */
export const GIT_WRITES = [
  'git add',
  'git commit',
  'git switch',
  'git checkout -b',
  'git branch',
  'git restore',
  'git mv',
  'git rm',
  'git stash push',
  'git stash pop',
  'git stash apply',
  'git stash drop',
] as const
export const GIT_WRITES_EXACT = [
  'git stash',
  'git fetch',
  'git fetch origin',
  'git fetch --prune',
  'git fetch --prune origin',
  'git fetch origin --prune',
  'git fetch -p',
  'git fetch --all',
  'git fetch --all --prune',
  'git fetch --tags',
  'git fetch origin --tags',
] as const
