"use client";

import { Accordion, Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { IdCopy } from "@/app/ui/id-copy";
import { JsonView } from "@/app/ui/json-view";
import { Moment, useNowRoughly } from "@/app/ui/moment";
import { useCan } from "@/app/ui/signed-in";
import { useToast } from "@/app/ui/toast";
import { useTRPC } from "@/app/ui/trpc";
import type { Delivery, ListedHook } from "../types";
import classes from "./delivery.module.css";
import { DeliveryState } from "./delivery-state";
import { AttemptDetails } from "./try-details";
import { AttemptResult } from "./try-result";

/** A delivery with all its attempts. */
export function DeliveryDetails({ hook, delivery }: { hook: ListedHook; delivery: Delivery }) {
  const t = useTranslations("webhooks.delivery");
  const { attempts } = delivery;
  return (
    <div className={classes.parts}>
      <Summary hook={hook} delivery={delivery} />
      <section className={classes.part} aria-labelledby="attempts">
        <h3 id="attempts">{t("attempts")}</h3>
        {attempts.length === 0 ? (
          <p className={classes.dimmed}>{t("noAttempts")}</p>
        ) : (
          <Accordion
            key={attempts.length}
            multiple
            variant="contained"
            defaultValue={[String(attempts[0]?.id)]}
            order={4}
          >
            {attempts.map((one, index) => (
              <Accordion.Item key={one.id} value={String(one.id)}>
                <Accordion.Control>
                  <span>
                    <span>{t("attemptNumber", { number: attempts.length - index })}</span>
                    <span className={one.status === null || one.status >= 400 ? classes.bad : undefined}>
                      <AttemptResult of={one} />
                    </span>
                    <span className={classes.dimmed}>
                      <Moment at={one.startedAt} />
                    </span>
                  </span>
                </Accordion.Control>
                <Accordion.Panel>
                  <AttemptDetails delivery={delivery} of={one} isLast={index === 0} />
                </Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </section>
      <section className={classes.part} aria-labelledby="sent-body">
        <h3 id="sent-body">{t("body")}</h3>
        <p className={classes.dimmed}>{t("bodyText")}</p>
        <JsonView label={t("bodyLabel")} value={delivery.body} />
      </section>
    </div>
  );
}

/** State of the delivery in a sentence, and the possible actions. */
function Summary({ hook, delivery }: { hook: ListedHook; delivery: Delivery }) {
  const t = useTranslations("webhooks.delivery");
  const now = useNowRoughly();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const canEdit = useCan("editor");
  const isOn = hook.switchedOffAt === null;
  const replay = useMutation(
    trpc.deliveries.replay.mutationOptions({
      onSuccess: () => {
        toast.done(t("resent"));
        void queryClient.invalidateQueries(trpc.deliveries.pathFilter());
      },
      onError: toast.failed,
    }),
  );
  const { state, nextAt, attemptsMade } = delivery;
  const words = () => {
    if (state !== "waiting") return t(`${state}Text`);
    if (!isOn) return t("waitingPaused");
    if (attemptsMade === 0 || nextAt === null || nextAt.getTime() <= now) return t("waitingFirst");
    return t.rich("waitingNext", { at: () => <Moment at={nextAt} /> });
  };
  return (
    <div className={classes.head}>
      <div className={classes.line}>
        <h3>{delivery.event}</h3>
        <DeliveryState of={state} />
      </div>
      <p>{words()}</p>
      <p className={classes.dimmed}>
        {t("created")} <Moment at={delivery.createdAt} exact />
      </p>
      <IdCopy id={delivery.id} what={t("id")} />
      {canEdit && (
        <div className={classes.line}>
          {isOn ? (
            <Button
              leftSection={<IconRefresh size={17} aria-hidden />}
              loading={replay.isPending}
              onClick={() => replay.mutate({ hookId: hook.id, id: delivery.id })}
            >
              {t("resend")}
            </Button>
          ) : (
            <p className={classes.dimmed}>{t("offHint")}</p>
          )}
        </div>
      )}
    </div>
  );
}
