/**
 * Words that carry no content in a question, folded. Question words, articles, pronouns, auxiliaries, prepositions
 * and the verbs of asking. A word that is content in one of these languages stays out (`die`, `war`, `son`, `hat`, Dutch
 * `van`, Italian `dove`), and so does one that is a person's name (`mia`, `per`, `mina`, `ela`).
 */
const english = `a about am an and any are as at be been being but by can could did do does dont doing find for from
  get give had has have he her hers him his how i if in into is isnt it its just know let many me mine much my not of on or
  our ours please she should show so some tell than that the their theirs them then there these they this those to us
  was we were what when where which who whom whose why will with would you your yours`
const german = `aber als auf aus bei bin bist da damit dann das dass dem den der des dich dir du ein eine einem einen
  einer eines er es fur haben ich ihm ihn ihr ihre im ist kann mein meine meinem meinen meiner mich mir mit nach nicht
  oder sich sie sind und uns unser unsere unserem unseren unserer unseres von wann warum welche welchem welchen welcher
  welches wem wen wer wessen wie wieviel wir wo woher wohin zu zum zur`
const french = `au aux avec avez avons ce ces cette combien comment dans de des du elle elles en est et il ils je la le les leur lui ma
  mais mes moi mon ne notre nous ou par pas pour pourquoi qu quand que quel quelle quelles quels qui quoi sa sont sur ta tes
  toi ton tu un une vos votre vous`
const spanish = `al como con cual cuales cuando cuanta cuantas cuanto cuantos cuya del donde el ella ellos esta estan este
  es estoy ha hay las lo los mi mis nos nuestra nuestras nuestro nuestros o para pero por porque que quien quienes se su
  sus tenemos tengo tiene tienen una unas unos y yo`
const portuguese = `ao aos com da e ele em estao isso meu meus minha minhas na nao nas nossa nossas nosso nossos onde
  pela pelo quais qual quanta quantas quanto quantos quem sua suas tem temos tenho umas`
const italian = `abbiamo che chi degli dei della delle dello di gli hai hanno il miei nel nostra nostre nostri
  nostro quale quali quando quante quanti`
const dutch = `een heb hebben heeft het hoeveel ik mijn onze ons voor waar waarom wanneer wat welk welke wij zijn`
const swedish = `ar att av det en ett har hur inte jag mitt nar och oss som vad var varfor vem vi vilka vilken
  vilket`
const polish = `co czy dlaczego dla gdzie jak jaka jaki jakie jest kiedy kto moj moja moje mojego mojej nasz nasza nasze
  naszego naszej od z`
const lithuanian = `ir yra kada kaip kiek kodel kokia kokie koks kuri kuris musu turi turime turiu`

export const stopWords: ReadonlySet<string> = new Set(
  [english, german, french, spanish, portuguese, italian, dutch, swedish, polish, lithuanian].flatMap(
    (list) => list.split(/\s+/),
  ),
)

/** What unspaced scripts are cut at when a question is read: particles, pronouns and question words. Longest first. */
export const unspacedStops: readonly string[] =
  `什么时候 什麼時候 为什么 為什麼 是不是 有没有 有沒有 什么 什麼 怎么 怎麼 多少 哪里 哪裡 哪儿 谁的 誰的 请问 請問 我的 你的 他的 她的
  的 了 是 我 你 吗 嗎 呢 谁 誰 哪 在 อะไร ที่ไหน เมื่อไหร่ เมื่อไร เท่าไหร่ อย่างไร ใคร ของ คือ`.split(/\s+/)

/** What follows an apostrophe and is no part of the word: `ada's`, `i'm`, `we'll`. */
export const apostropheEndings: ReadonlySet<string> = new Set(['s', 'm', 'll', 've', 're', 'd'])

/** What stands before an apostrophe and is no part of the word: `l'ecole`, `qu'elle`. */
export const apostropheBeginnings: ReadonlySet<string> = new Set([
  'l',
  'd',
  'j',
  'n',
  'c',
  'qu',
  'dell',
  'all',
])

/** Korean particles that stick to the end of a word. Longest first. */
export const hangulParticles: readonly string[] =
  '에서 에게 한테 까지 부터 으로 은 는 이 가 을 를 에 의 와 과 도 로'.split(' ')
