package org.thetisdb.core.wire;

/**
 * The first byte of each message, which says of what kind it is: the only list of these numbers.
 * Sixteen make a family, whose number is the upper half of the byte; a family goes one way. Peers
 * of other versions read them, so a number never gets another meaning. The next free one of a
 * family stands behind its last one.
 */
final class MessageKinds {
  // First messages that do not say their level yet. They are refused.
  static final int CLIENT_HELLO_WITHOUT_LEVEL = 1;
  static final int RELAY_HELLO_WITHOUT_LEVEL = 11;
  static final int SERVER_HELLO_WITHOUT_LEVEL = 16;
  static final int ROUTER_HELLO_WITHOUT_LEVEL = 32;
  static final int SITE_HELLO_WITHOUT_LEVEL = 48;
  static final int READER_HELLO_WITHOUT_LEVEL = 123;

  // Of clients to routers.
  static final int CALL = 2;
  static final int UPLOAD_JAR = 3;
  static final int STATUS_REQUEST = 4;
  static final int PING = 5;
  static final int CHANGE_SITE = 6;
  static final int COMPARE_REQUEST = 7;
  static final int EXPLAIN_REQUEST = 8;
  static final int CHANGE_SCHEME = 9;
  static final int WORKLOAD_REQUEST = 10;
  static final int CHANGE_REPLICAS = 12;
  static final int CHANGE_PLACEMENT = 13;
  static final int MIGRATE = 14;
  static final int REBALANCE = 15;
  static final int CHANGE_BORDER = 164;

  // Of routers to clients.
  static final int CALL_RESULT = 17;
  static final int STATUS_RESULT = 18;
  static final int PONG = 19;
  static final int GOODBYE = 20;
  static final int LOGIN_CHALLENGE = 21;
  static final int SERVER_HELLO = 22;

  // Of routers to sites.
  static final int EXECUTE = 33;
  static final int CUT = 34;
  static final int RELEASE = 35;
  static final int JARS_REQUEST = 36;
  static final int SUCCESSOR = 37;
  static final int DEFINITIONS_REQUEST = 38;
  static final int CANCEL_ATTEMPT = 39;
  static final int UNDECIDED = 40;
  static final int DIGEST_REQUEST = 41;
  static final int LEAVE = 42;
  static final int RESHAPE_REQUEST = 43;
  static final int AWAIT_DEFINITION = 44;
  static final int AWAIT_EXISTENCE = 45;
  static final int WITHDRAW = 46;
  static final int PART = 47;

  // Of sites to routers.
  static final int EXECUTED = 49;
  static final int REPLAN = 50;
  static final int RELEASED = 51;
  static final int REPORT = 52;
  static final int JARS = 53;
  static final int SUCCESSOR_READY = 54;
  static final int DEFINITIONS = 55;
  static final int SEEDING = 56;
  static final int DIGEST = 57;
  static final int SITES = 58;
  static final int MAP_PIECE = 59;
  static final int RESHAPED = 60;
  static final int DEFINITION_IN_FORCE = 61;
  static final int UNSETTLED = 62;
  static final int EXISTENCE_IN_FORCE = 63;

  // Of clients about SQL, and the answers.
  static final int STATEMENT = 64;
  static final int DESCRIBE = 65;
  static final int FETCH = 66;
  static final int CLOSE_CURSOR = 67;
  static final int CANCEL = 68;
  static final int END_SESSION = 69;
  static final int END_READING = 70;
  static final int RESULT = 72;
  static final int DESCRIPTION = 73;

  // Of sites to routers, too.
  static final int ROW_WAIT = 80;
  static final int PHASE_SET = 81;
  static final int REPLICAS = 82;
  static final int REPLICA_FILLED = 83;
  static final int RAN = 84;
  static final int EPOCH_VIEW_BEGUN = 85;
  static final int RAN_IN_EPOCH_VIEW = 86;
  static final int RUN_ALONE = 87;
  static final int VALIDATED = 88;
  static final int EPOCH_COMMITTED = 89;
  static final int READ_RESULT = 90;
  static final int READ_REFUSED = 91;
  static final int PLACED = 92;
  static final int LEADER_NEWS = 93;
  static final int ASK_FOR_SIGN = 94;
  static final int FENCED = 95;

  // Between sites.
  static final int COPY_REQUEST = 96;
  static final int COPY_FRAME = 97;
  static final int COPY_CREDIT = 98;
  static final int FOLLOW_LOG = 99;
  static final int LOG_PART = 100;
  static final int LOG_HELD = 101;
  static final int FOLLOW_CREDIT = 102;

  // Of routers to sites, too.
  static final int FOLLOW_SCHEME = 112;
  static final int SET_PHASE = 113;
  static final int FILL_REPLICA = 114;
  static final int BEGIN_EPOCH_VIEW = 115;
  static final int CLOSE_EPOCH_VIEW = 116;
  static final int RUN_IN_EPOCH_VIEW = 117;
  static final int VALIDATE = 118;
  static final int INSTALL = 119;
  static final int FORGET = 120;
  static final int COMMIT_EPOCH = 121;
  static final int EPOCH_OVER = 122;
  static final int READ = 124;
  static final int ASK_OF_LEADER = 125;
  static final int SIGN_OF_LIFE = 126;
  static final int FENCE = 127;

  // Of routers to sites, too.
  static final int RESERVE = 128;
  static final int CHECK_BATCH = 129;
  static final int INSTALL_BATCH = 130;
  static final int GIVE_WAY = 131;
  static final int LOCK_IN_ORDER = 132;
  static final int ALL_LOCKED = 133;
  static final int TELL_SCHEME = 134;
  static final int END_HOLDERS = 135;
  static final int ESTIMATE_RANGE = 136;
  static final int ROUTER_HELLO = 137;
  static final int READER_HELLO = 138;
  static final int COMMIT_VOTES = 139;
  static final int HOLD_PLACE = 140;
  static final int ABORTED = 141;

  // Of sites to routers, too.
  static final int BATCH_CHECKED = 144;
  static final int AWAITED_ROWS = 145;
  static final int LOCKED = 146;
  static final int SCHEME_SAYS = 147;
  static final int MIGRATIONS = 148;
  static final int RANGE_ESTIMATED = 149;
  static final int SITE_HELLO = 150;
  static final int VOTED = 151;
  static final int LEARNED = 152;

  // Of clients to routers, too.
  static final int LOGIN_PROOF = 160;
  static final int CLAIM_SESSIONS = 161;
  static final int CLIENT_HELLO = 162;
  static final int RELAY_HELLO = 163;

  private MessageKinds() {}

  /** Whether a message is one that releases of before levels began with. */
  static boolean isHelloWithoutLevel(int kind) {
    return switch (kind) {
      case CLIENT_HELLO_WITHOUT_LEVEL,
          RELAY_HELLO_WITHOUT_LEVEL,
          SERVER_HELLO_WITHOUT_LEVEL,
          ROUTER_HELLO_WITHOUT_LEVEL,
          SITE_HELLO_WITHOUT_LEVEL,
          READER_HELLO_WITHOUT_LEVEL ->
          true;
      default -> false;
    };
  }
}
