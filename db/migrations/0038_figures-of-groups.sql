-- Written once for each day on which a group is scanned.
CREATE INDEX "rollup_days_by_group" ON "rollup_days" USING btree ("producer_id","value","day") WHERE facet = 'group';