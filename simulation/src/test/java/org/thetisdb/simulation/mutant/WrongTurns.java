package org.thetisdb.simulation.mutant;

import net.bytebuddy.asm.Advice;
import org.thetisdb.replication.log.LogBatchReader;
import org.thetisdb.server.store.Snapshot;

/** Code that is put into methods of the engine, so that they do a little more or less. */
final class WrongTurns {
  private WrongTurns() {}

  /** Equation 1 holds for releases whatever they depend on. */
  static final class ReleasesAtOnce {
    private ReleasesAtOnce() {}

    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) LogBatchReader record,
        @Advice.Return(readOnly = false) boolean mayApply) {
      mayApply |= !record.isFence() && record.kind() == LogBatchReader.Kind.RELEASE;
    }
  }

  /** The last site does not count. */
  static final class ForgetsTheLastSite {
    private ForgetsTheLastSite() {}

    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(value = 1, readOnly = false) int sites) {
      sites = Math.max(1, sites - 1);
    }
  }

  /** Nobody reads anything but the newest. */
  static final class EverythingIsOld {
    private EverythingIsOld() {}

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) Snapshot watermark) {
      watermark = Snapshot.EVERYTHING;
    }
  }

  /** The own log is taken for read before it is. */
  static final class FenceIsReached {
    private FenceIsReached() {}

    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue(value = "fenceReached", readOnly = false) boolean reached) {
      reached = true;
    }
  }
}
