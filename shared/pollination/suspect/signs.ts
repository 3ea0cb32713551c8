/** What stands in a line, one after another, and what a line that has it does, as the end of a sentence. */
type Sign = readonly [RegExp | readonly RegExp[], string]

// Each repetition is bounded, so that a text takes time in proportion to its length. Texts come in small letters.

const NEAR = '.{0,40}'
const ORDER = 'reads like an order to an agent'
const IMITATES = 'imitates the marks of a prompt'
const FIRST = 'asks to run something first'
const DOWNLOAD = 'runs what it downloads'
const ENCODED = 'holds encoded text'
const DECODES = 'runs encoded text'
const SENDS = 'sends keys away'
const OPENS = 'opens a shell to somebody else'
const SPREADS = 'asks to be passed on'

/** To leave aside what one was told, in the languages that such lines are seen in. */
const LEAVE = [
  '\\b(?:ignor(?:e|ez|iere|iert|iez|er|a|ad|ar|are|ate|eer|uj)|disregard|forget|override|bypass)\\b',
  '\\b(?:vergiss|vergesst|missachte|oubliez?|ne tiens pas compte|olvida|olvide|haz caso omiso|esqueca|desconsidere|dimentica|vergeet|negeer|zapomnij|pomin|unut|yok say|abaikan|lupakan)\\b',
  '(?:игнорируи|забудь|забудьте|не обращаи внимания|проігноруи|ігноруи|忽略|无视|忘记|忘掉|無視|忘れ|무시|잊어|تجاهل|انس|अनदेखा|भूल जाओ)',
].join('|')
/** What one was told. */
const TOLD = [
  '\\bwhat you (?:were|are|have been) told\\b',
  '\\b(?:instructions?|prompts?|rules|above|previous|prior|earlier)\\b',
  '\\b(?:anweisung(?:en)?|anleitung(?:en)?|instruktion(?:en)?|vorgaben|regeln|consignes?|regles|instrucciones|instrucoes|reglas|regras|istruzioni|regole|instructies|regels|instrukcje|polecen(?:ia)?|zasady|talimatlari?|kurallari?|instruksi|aturan)\\b',
  '\\b(?:davor|vorherige[nrs]?|bisherige[nrs]?|obige[nrs]?|ce qui precede|lo anterior|tudo (?:acima|antes)|quanto (?:sopra|precede)|hierboven)\\b',
  '(?:инструкци|указани|правил|інструкці|вказівк|指令|指示|提示|规则|規則|命令|지시|명령|규칙|تعليمات|قواعد|निर्देश|नियम)',
].join('|')

const THIS = '(?:this|that|it|these|those)(?: (?:line|check|task|item|entry|text|rule|one)s?)?'
/** Whom no task of one repository has to reach. */
const OTHERS =
  '(?:(?:all|every|each|any|other|another|others) (?:other )?(?:of the )?(?:other )?(?:threads?|lists?|agents?|repositor(?:y|ies)|repos?)|threads|thread \\d{1,6}|agents|repositories)\\b'

/** Of the words of a line (`foldWords`). */
export const WORD_SIGNS: readonly Sign[] = [
  [
    /(?:^|[.;!?:|]\s{0,3})\W{0,8}cross-pollination suggestion\b|\bcross-pollination suggestion\W{0,5}:|\b(?:so far the other threads|system note)\b|^\W{0,8}(?:assistant|system|user|developer)\W{0,3}:/,
    'imitates what is said to an agent',
  ],
  [new RegExp(`(?:${LEAVE})${NEAR}(?:${TOLD})`), ORDER],
  // Where the verb stands last.
  [
    new RegExp(
      `(?:指示|指令|命令|規則|지시|명령|규칙|निर्देश|नियम|talimatlari?|anweisung(?:en)?|regeln)${NEAR}(?:${LEAVE})`,
    ),
    ORDER,
  ],
  [
    /\b(?:you are now|you must now|act as (?:a|an|the|if)|pretend (?:to be|you)|new instructions?|system prompt|developer mode|do not (?:tell|inform|mention)|don['’]?t tell|without (?:telling|asking|informing) (?:the )?(?:user|person|owner|human))\b/,
    ORDER,
  ],
  [
    /\b(?:du bist (?:jetzt|nun|ab sofort)|neue anweisung(?:en)?|tu es maintenant|vous etes (?:desormais|maintenant)|nouvelles instructions|ahora eres|nuevas instrucciones|agora voce e|novas instrucoes|ora sei|nuove istruzioni|je bent nu|sag(?:e)? (?:dem|der) (?:nutzer|benutzer|besitzer)\w{0,3} nicht)\b/,
    ORDER,
  ],
  [
    /теперь ты|новые инструкции|не говори пользователю|你现在是|新的?指令|不要告诉用户|今からあなたは|新しい指示|이제 너는|새로운 지시|أنت الآن/,
    ORDER,
  ],
  [
    /<\/?(?:system|assistant|user|instructions?|tool|function)\b|\[\/?inst\]|<\||\|>|<<sys>>|###? ?(?:system|instruction)\b/,
    IMITATES,
  ],
  [
    /(?:^|[.;!?:|>]\s{0,3})\W{0,8}(?:end of (?:the )?(?:quoted? )?(?:data|quot(?:e|es|ation))\b\W{0,3}(?:$|[.:;!>])|new section\s{0,3}:)/,
    IMITATES,
  ],
  [
    /\bthe (?:person|user|owner|human) (?:has )?(?:already )?(?:decided|agreed|approved|confirmed|authori[sz]ed|allowed|ordered|wants|asked)(?: that)? (?:all |every |each |the |other ){0,3}(?:threads?|agents?|you|everyone)\b/,
    ORDER,
  ],
  [
    new RegExp(
      `\\b(?:suggest|propose|recommend|forward|pass|send|share|spread|copy|relay|propagate|distribute|add) ${THIS} (?:on )?(?:to|with|among|across) (?:the )?${OTHERS}`,
    ),
    SPREADS,
  ],
  [/\bleite[nt]? (?:diese\w?|dies|das)\b.{0,40}\bweiter\b/, SPREADS],
  [
    /\b(?:prerequisites?|preconditions?|before you (?:begin|start|continue)|setup step|required (?:step|setup))\b.{0,20}(?:[:,]|\s[\u2013\u2014-]\s)|\bfirst (?:install|run|download)\b.{0,20}(?::|\s[\u2013\u2014-]\s)|^\W{0,8}requirements?\s{0,2}:.{0,20}\b(?:run|install|execute|download)\b/,
    FIRST,
  ],
  [
    /\b(?:voraussetzung(?:en)?|vorbedingung|prerequis|requisitos? previos?|pre-?requisitos?|prerequisit[io]|vereiste(?:n)?|wymagani[ea]|on ?kosul)\b.{0,20}(?:[:,]|\s[\u2013\u2014-]\s)|(?:предварительно|требование|前提条件|前提|先决条件|사전 조건|전제 조건).{0,12}[:：,，-]/u,
    FIRST,
  ],
]

/** What comes from elsewhere, too, but is ordinary before a pipe. */
const REMOTE =
  '(?:\\bgh\\s{1,3}(?:api|gist|release|search|issue|pr)\\b|\\bglab\\s{1,3}api\\b|\\bssh\\s|\\b(?:dig|nslookup|drill)\\s|\\bgit\\s{1,3}archive\\s.{0,20}--remote|\\baws\\s{1,3}s3\\s|\\b(?:gsutil|rclone)\\s{1,3}cat\\b)'
/** How a program asks for a page. */
const READS =
  '(?:urlopen|urlretrieve|requests\\.get|https?\\.get|uri\\.(?:open|parse)|net::http|http::tiny|lwp::|file_get_contents|\\bget\\s{0,2}\\(?\\s{0,2}https?:)'
const FETCH =
  '\\b(?:curl|wget|fetch|iwr|irm|invoke-webrequest|invoke-restmethod|downloadstring|downloadfile|aria2c|lwp-request|lynx|ncat|nc)\\b'
const SHELL =
  '(?:(?:ba|z|da|k|c|tc|fi|a)?sh\\b|(?:python|node|perl|ruby|php|deno|bun|pwsh|powershell|iex|osascript)\\w{0,6}\\b)'
/** What may stand before the name of a shell. */
const BY =
  '(?:(?:/\\S{0,20}/)?(?:sudo|doas|env|exec|command|nohup|time|busybox)\\s{1,5}(?:-\\S{1,20}\\s{1,5}){0,3}(?:\\w{1,20}=\\S{0,40}\\s{1,5}){0,3}){0,3}(?:/\\S{0,40}/)?'
const FETCHES = new RegExp(FETCH)
/** The shell or language gets its program from the pipe: no file and no program stands behind it. */
const FROM_PIPE =
  '(?:(?:ba|z|da|k|c|tc|fi|a)?sh\\b(?!\\s{1,3}(?:-c\\b|(?!/dev/)\\S{0,60}[./]\\w))|(?:python|node|perl|ruby|php|deno|bun|pwsh)(?:\\d[\\d.]{0,5})?(?![\\w.-])(?!\\s{1,3}(?:--?\\w|(?!/dev/)\\S{0,60}[./]\\w)))'
const RUNS = `(?:\\bchmod\\s{1,3}\\S{0,6}[x57]|\\s${BY}${SHELL}|\\./|\\bsource\\b)`
const BUILDS =
  '(?:\\bmake(?:\\s{1,3}-|\\s{1,3}(?:all|install|test|build|check)\\b|\\s{0,3}(?:$|[`;&|]))|\\b(?:npm|pnpm|yarn|bun|cargo|go|pip\\d?|docker|gradle|mvn)\\s{1,3}(?:i|install|ci|run|start|test|build)\\b)'

/** Of a line as a shell reads it (`foldShell`). */
export const SHELL_SIGNS: readonly Sign[] = [
  [[FETCHES, new RegExp(`\\|&?\\s{0,5}${BY}(?:${SHELL}|\\$\\{?shell\\b|source\\b|\\.\\s)`)], DOWNLOAD],
  [
    [FETCHES, new RegExp(`\\|&?\\s{0,5}(?:\\$\\(|\`)\\s{0,3}(?:which|command -v|type -p)\\s{1,5}${SHELL}`)],
    DOWNLOAD,
  ],
  [[FETCHES, new RegExp(`\\|\\s{0,5}xargs\\b.{0,40}${SHELL}`)], DOWNLOAD],
  [
    new RegExp(
      `(?:\\b${SHELL}|\\b(?:source|eval|exec|iex)\\b|(?:^|[\\s\`;&])\\.\\s).{0,30}(?:<\\(|\\$\\(|\`|\\()\\s{0,5}${FETCH}`,
    ),
    DOWNLOAD,
  ],
  [new RegExp(`(?:${SHELL}|\\beval\\b|\\bsource\\b).{0,20}<<<?.{0,20}${FETCH}`), DOWNLOAD],
  [[/\.(?:ssh|aws|gnupg|kube)\/|\bid_(?:rsa|ed25519)\b|\.netrc\b/, /\|/, FETCHES], SENDS],
  [/\b(?:nc|ncat)\b.{0,40}\s(?:-e|-c|--exec)\b|\/dev\/tcp\//, OPENS],
  [/\b(?:eval|source|iex)\s.{0,30}\b(?:curl|wget|irm|iwr|new-object net)\b/, DOWNLOAD],
  [
    [
      FETCHES,
      /(?:\s-[a-z]{0,8}o|\s--output|\s-outfile|>|\s-p)\s{0,3}=?[^\s;&]{1,100}/,
      new RegExp(`(?:&&|;|\\bthen\\b|\\band\\b).{0,30}${RUNS}`),
    ],
    DOWNLOAD,
  ],
  [[new RegExp(REMOTE), new RegExp(`\\|&?\\s{0,5}${BY}${FROM_PIPE}`)], DOWNLOAD],
  [
    [
      new RegExp(REMOTE),
      new RegExp(`\\|\\s{0,5}xargs\\b.{0,40}${SHELL}\\s{1,3}-c\\s{0,3}(?:\\{\\}|%|\\$\\d|[\`;&|]|$)`),
    ],
    DOWNLOAD,
  ],
  [
    new RegExp(
      `(?:(?<![\\w.-])(?:${SHELL}(?:\\s{1,3}-\\w{1,6})?|source|eval)|(?:^|[\\s\`;&])\\.)\\s{1,3}(?:<\\(|\\$\\()\\s{0,5}${REMOTE}`,
    ),
    DOWNLOAD,
  ],
  [new RegExp(`\\b(?:eval|exec|system|popen)\\b[\\s({].{0,40}${READS}`), DOWNLOAD],
  [
    [
      new RegExp(`${READS}|${FETCH}\\(`),
      /\bthen\(\s{0,3}(?:eval|exec)\b|\b(?:eval|exec(?:sync)?|system|popen|new function)\(|\bfunction\(\w{0,20}\)\(/,
    ],
    DOWNLOAD,
  ],
  [
    [
      /\b(?:git\b.{0,20}\sclone|gh repo clone)\b.{0,60}?(?::\/\/|@|\w\/\w)/,
      new RegExp(`(?:&&|;|\\bthen\\b).{0,60}(?:${RUNS}|${BUILDS})`),
    ],
    DOWNLOAD,
  ],
  [
    /\b(?:deno|bun)\s{1,3}(?:run|install|eval|serve|test)\b.{0,60}\s(?:https?:|npm:|jsr:)|\b(?:npx|npm\s{1,3}(?:exec|x))(?:\s{1,3}(?:(?:-p|--package)[\s=]\S{1,60}|-\S{1,30})){0,3}\s{1,3}(?:-\w{0,3}y|--yes)\b|\b(?:pnpm|yarn)\s{1,3}dlx\s/,
    DOWNLOAD,
  ],
  [
    /\bbase64\b.{0,20}(?:-d\b|--d)|\bfrombase64string\b|\batob\(|\bb64decode\b|\bdecode64\b|,\s{0,3}base64\)|\bopenssl\b.{0,20}\b(?:enc|base64)\b.{0,30}\s-d\b|\bxxd\b.{0,10}\s-r|\bbase32\b.{0,10}-d|\b(?:from|un)hex\b|\s-enc(?:odedcommand)?\s|\bgunzip\b.{0,20}\|\s{0,3}(?:ba|z)?sh\b|\|\s{0,3}rev\s{0,3}\|\s{0,3}(?:ba|z)?sh\b/,
    DECODES,
  ],
]

/** Of the line as it is: what is encoded is told by its letters. */
export const CODE_SIGNS: readonly Sign[] = [
  [/[A-Za-z0-9+]{50}/, ENCODED],
  [/(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{24,600}={1,2}(?![\w=])/, ENCODED],
  [/\\x[0-9a-f]{2}(?:\\x[0-9a-f]{2}){5}/i, ENCODED],
  [/(?:\\u\{?[0-9a-f]{2,6}\}?){4}/i, ENCODED],
  [/(?:\\[0-7]{3}){5}/, ENCODED],
  [/(?:\b0x[0-9a-f]{2}\b[\s,]{0,3}){6}/i, ENCODED],
  [/(?:%[0-9a-f]{2}){8}/i, ENCODED],
  [/(?:\b[0-9a-f]{2}\s){10}/i, ENCODED],
  [/(?:&#x?[0-9a-f]{2,6};){4}/i, ENCODED],
]

/** A word of letters of two alphabets that look alike. */
export const TWO_ALPHABETS = /[a-z](?=[а-яёіїєѕјһԁ])|[а-яёіїєѕјһԁ](?=[a-z])/i
