#!/bin/sh
# Patroni runs this as: $1 what happened, $2 the role of the server, $3 the cluster. An etcd that loses its leader begins every
# lease anew, so the leader is not on the machine of the primary: its lease ends 20 s after the machine died, not up to 40.
set -eu
[ "$2" = primary ] || exit 0
own=$OWN_ETCD
export ETCDCTL_API=3 ETCDCTL_ENDPOINTS="http://$own:2379"
etcdctl endpoint status | cut -d, -f5 | grep -q true || exit 0
others=$(etcdctl member list | awk -F', ' -v own="$own" '$2 == "started" && $3 != own { print $1 }')
# The first of them that is there.
for other in $others; do etcdctl --command-timeout=3s move-leader "$other" && exit 0; done
