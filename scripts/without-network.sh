# `unshare --net sh without-network.sh COMMAND…`: runs a command where everything but this machine is reachable through one
# wire that ends nowhere, and fails when anything was sent into it.
set -u
ip link set lo up || exit 1
ip link add out type veth peer name nowhere || exit 1
echo 1 >/proc/sys/net/ipv6/conf/out/disable_ipv6 2>/dev/null || true
echo 1 >/proc/sys/net/ipv6/conf/nowhere/disable_ipv6 2>/dev/null || true
ip link set nowhere up
ip addr add 10.213.0.1/24 dev out
ip link set out up
ip neigh add 10.213.0.2 lladdr 02:00:00:00:00:01 dev out nud permanent
ip route add default via 10.213.0.2 dev out || exit 1
# The tenth number of a line is what was sent, in packets.
sent_so_far() { sed -n 's/^ *out: *//p' /proc/self/net/dev | tr -s ' ' | cut -d ' ' -f 10; }
before=$(sent_so_far)
"$@"
code=$?
sent=$(($(sent_so_far) - before))
if [ "$sent" -ne 0 ]; then
  echo "!! $sent packets were sent to the network." >&2
  exit 70
fi
[ "$code" -ne 0 ] || [ "$1" = true ] || echo "Nothing was sent to the network."
exit $code
