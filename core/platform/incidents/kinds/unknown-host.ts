/**
 * What is said when DNS gives no address for the host of a server: it does not know the name, or does not
 * answer. `setting`: the variable that has the name.
 */
export const unknownHost = (server: string, setting: string) => [
  {
    reason: /\bENOTFOUND (?<host>[\w.-]+)/,
    sentence: `DNS knows no host with the name of ${server}.`,
    remedy: `The host {host} is unknown on this machine.
1. If the name is mistyped, correct ${setting} for all gateways and workers (with systemd: /etc/loquat/loquat.env), and restart these: \`systemctl restart loquat-worker@1 loquat-gateway@9991\`.
2. Otherwise the name is missing in DNS, or this machine asks a DNS server that does not know it: /etc/resolv.conf. Once it is right, \`getent hosts {host}\` prints an address, and Loquat goes on by itself.`,
  },
  {
    reason: /\bEAI_AGAIN (?<host>[\w.-]+)/,
    sentence: `DNS does not answer, so ${server} is not found.`,
    remedy:
      'The reason is the DNS server of this machine, or the network to it: look at /etc/resolv.conf and whether the server there runs. Once it answers, `getent hosts {host}` prints an address, and Loquat goes on by itself.',
  },
]
