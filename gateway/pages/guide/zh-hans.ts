import type { Guide } from './task.ts'

export const chinese: Guide = {
  title: '管理员指南',
  hint: '每项任务说明要做什么、在哪里做。你无权更改的页面会说明缺少哪项权限以及谁拥有它。',
  contents: '任务',
  tasks: [
    {
      id: 'invite',
      title: '邀请成员',
      steps: [
        { text: '点击成员列表旁的“邀请成员”。以任意形式粘贴地址，或创建链接。' },
        { text: '选择角色、频道以及邀请的有效期。' },
        { text: '查看谁还没有加入，并重新发送或撤销邀请。', place: ['#organization/invitations', '邀请'] },
        { text: '决定加入是否需要邀请。', place: ['#organization/joining', '加入和登录'] },
      ],
    },
    {
      id: 'roles',
      title: '任命管理员',
      steps: [
        { text: '选择此人。', place: ['#organization/users', '成员'] },
        { text: '在此人的页面上更改“角色”。只有所有者能任命所有者，唯一的所有者保留其角色。' },
      ],
    },
    {
      id: 'leaves',
      title: '有人离开公司',
      steps: [
        { text: '选择此人。', place: ['#organization/users', '成员'] },
        { text: '点击“停用”。此人在所有地方退出登录，其机器人和邀请终止，消息保留。' },
        { text: '在同一页面可以恢复账号。' },
      ],
    },
    {
      id: 'person-data',
      title: '交出或抹除个人数据',
      steps: [
        { text: '选择此人。', place: ['#organization/users', '成员'] },
        { text: '导出数据会生成一个归档，可在那里下载。系统会通知此人。' },
        { text: '抹除会替换名字和地址，并永久删除文件、草稿和设置。消息如何处理由你选择。' },
      ],
    },
    {
      id: 'permissions',
      title: '授予权限',
      steps: [
        { text: '将权限授予角色、群组或个人。', place: ['#organization/permissions', '权限'] },
        { text: '为做同样工作的人创建群组。', place: ['#groups', '群组'] },
        { text: '单个频道的权限在其设置的“权限”中。', place: ['#channels/all', '频道'] },
      ],
    },
    {
      id: 'channels',
      title: '选择新成员的频道',
      steps: [
        { text: '列出所有人都会加入的频道。', place: ['#organization/default-channels', '默认频道'] },
        { text: '创建频道组，供加入的人选择。', place: ['#organization/channel-groups', '频道组'] },
      ],
    },
    {
      id: 'close-channel',
      title: '关闭频道',
      steps: [
        {
          text: '打开频道的设置并点击“归档频道”。消息保留，任何人都不能再发言。',
          place: ['#channels/all', '频道'],
        },
        { text: '在已归档频道的列表中可以恢复它。', place: ['#channels/archived', '已归档的频道'] },
      ],
    },
    {
      id: 'reports',
      title: '处理被举报的消息',
      steps: [
        {
          text: '指定接收举报的频道。每个人都可以从消息的菜单举报。',
          place: ['#organization/moderation', '管理'],
        },
      ],
    },
    {
      id: 'looks',
      title: '添加表情，以及为 #123 这类文字添加链接',
      steps: [
        { text: '上传图片并为其命名。', place: ['#organization/emoji', '表情'] },
        { text: '写下匹配模式和地址，保存前先试一试。', place: ['#organization/linkifiers', '自动链接'] },
      ],
    },
    {
      id: 'usage',
      title: '查看组织的使用情况',
      steps: [
        {
          text: '按天查看活跃成员、消息和存储，有图表、表格和文件。',
          place: ['#organization/usage', '使用情况'],
        },
      ],
    },
    {
      id: 'audit',
      title: '查明谁更改了什么',
      steps: [
        {
          text: '按成员、类型和日期筛选。登录记录也在其中。可保存为电子表格文件。',
          place: ['#organization/audit-log', '审计日志'],
        },
      ],
    },
    {
      id: 'export',
      title: '带走所有数据',
      steps: [{ text: '开始导出，并在一周内下载。', place: ['#organization/exports', '导出'] }],
    },
    {
      id: 'close',
      title: '关闭组织',
      steps: [
        {
          text: '选择是否以及何时删除其数据，并输入其名称。所有人都会退出登录。在该日期之前，服务器的运营者可以恢复它。',
          place: ['#organization/deactivate', '停用'],
        },
      ],
    },
  ],
}
