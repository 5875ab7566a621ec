package org.thetisdb.lab.shift;

import java.util.Optional;
import org.thetisdb.benchmarks.driver.result.Second;

/**
 * A tenth of a simulated second of a run.
 *
 * @param counts what happened in it
 * @param map the placement where it begins or ends, if one is to be seen there
 */
public record Moment(Second counts, Optional<HeatMap> map) {}
