import type { help as english } from '../en/help.ts'
import type { Text } from '../en/index.ts'

/** The texts of the help, fetched when it opens. */
export const help: Text<typeof english> = {
  formatting: '格式',
  formattingHint: '照左边的写法书写。消息框下方的按钮会替你写好。',
  youWrite: '你写',
  itBecomes: '显示为',
  examples: [
    ['**粗体**和*斜体*', '粗体和斜体文本'],
    ['~~删除线~~', '带删除线的文本'],
    ['`代码`', '行内代码；单独成行的三个反引号包围一个代码块'],
    ['[Loquat](https://example.com)', '带名称的链接'],
    ['- 一', '列表；`1.` 开始编号列表'],
    ['> 文字', '引用'],
    ['@**名字**', '提及，会通知；`@_**名字**` 不会通知'],
    ['#**频道>话题**', '指向话题的链接'],
    [':tada:', '表情'],
    ['$$e = mc^2$$', '数学公式'],
    ['<time:2027-01-31T14:00>', '每位读者所在时区的时间'],
    ['/poll 午餐吃什么？', '投票；`/todo` 开始待办列表'],
  ],
  topics: '话题',
  topicTexts: [
    '频道的每条消息都有话题。一个话题就是一个会话，因此多个会话可以并行。',
    '关注话题可收到每条消息的通知；静音则完全不通知。话题的菜单在每个写有其名称的行上。',
    '问题得到解答后，将话题标为已解决。所有人都会看到勾号，再次发言会重新打开它。',
  ],
  number: '未读消息数',
  operators: '搜索运算符',
  operatorsHint: '将它们与词语组合。运算符前加减号表示相反；引号使词语保持在一起。',
  keys: '快捷键',
  keysHint: '在输入框之外按 ? 查看全部。',
  showKeys: '显示所有快捷键',
  apps: '应用',
  appsHint: '哪些可在此浏览器、手机、终端和程序中使用。',
  showApps: '哪个应用支持哪些功能',
  administration: '管理员指南',
  about: '关于',
  version: (version) => `此服务器运行 Loquat，版本 ${version}。`,
}
