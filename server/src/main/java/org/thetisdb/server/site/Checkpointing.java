package org.thetisdb.server.site;

import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.thetisdb.replication.refresh.LogPoint;
import org.thetisdb.replication.refresh.Refresher;
import org.thetisdb.server.checkpoint.CheckpointRun;
import org.thetisdb.server.checkpointing.CheckpointPorts;
import org.thetisdb.server.state.BackgroundConfig;

/** Connects the engine's checkpoints with the other parts of a site. */
final class Checkpointing {
  private static final Logger LOG = LoggerFactory.getLogger(Checkpointing.class);

  private Checkpointing() {}

  static CheckpointPorts ports(SiteConfig config, SiteServices services, Refresher refresher) {
    BackgroundConfig background = config.background();
    return new CheckpointPorts(
        services.checkpoints(),
        services.checkpointer(),
        services.lane().isFirst() ? background.checkpointIntervalMs() * 1000 : 0,
        new CheckpointRun.Options(background.checkpointsKept(), background.checkpointLoadPercent()),
        answer -> askResumePoints(services, refresher, answer),
        (site, offset) ->
            services.log().trim(site, offset, services.engine(), Checkpointing::onTrimmed),
        services.lane());
  }

  /** The answer follows all that the refresher has reported to the engine before. */
  private static void askResumePoints(
      SiteServices services, Refresher refresher, Consumer<LogPoint[]> answer) {
    services
        .refresher()
        .execute(
            () -> {
              LogPoint[] points = new LogPoint[refresher.highestOrigin()];
              for (int site = 1; site <= points.length; site++) {
                points[site - 1] = refresher.resumePoint(site);
              }
              services.engine().execute(() -> answer.accept(points));
            });
  }

  /** A log that is longer than it need be harms nothing; the next checkpoint tries again. */
  private static void onTrimmed(RuntimeException error) {
    if (error != null) {
      LOG.warn("A log could not be cut: {}", error.getMessage());
    }
  }
}
